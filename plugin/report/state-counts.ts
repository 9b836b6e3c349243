import { type InstanceState, instanceStates } from '../model/states.ts';

/** `2 claimed, 3 current, 5 stale`: how many instances are in each state, in the order of the states' table. */
export function stateCounts(
  instances: readonly { state: InstanceState }[],
  leaveOut: readonly InstanceState[] = [],
): string {
  return (Object.keys(instanceStates) as InstanceState[])
    .filter((state) => !leaveOut.includes(state))
    .map((state) => ({ state, count: instances.filter((each) => each.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${instanceStates[state].label}`)
    .join(', ');
}
