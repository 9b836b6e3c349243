import type { Expectation } from './scenario.ts';
import { instanceOf, ownersOf, type View } from './view.ts';

/**
 * What a run must never leave: an object without owner, a hold whose Lease is gone, a Lease or hold where the gate is said to be
 * open.
 */
export function leftoverFaults(view: View, { gates = [], gone = [] }: Expectation): string[] {
  const parts = view.objects.filter(({ metadata }) => instanceOf(metadata.name) !== undefined);
  const unowned = parts.filter(({ metadata }) => (metadata.ownerReferences ?? []).length === 0);
  const ours = view.leases.filter(({ metadata }) => metadata.name.startsWith('warmgate-'));
  const kept = gates.map((app) => `warmgate-${app}`);
  const held = parts.flatMap((object) =>
    ownersOf(object, 'Lease').map((owner) => ({ ...owner, on: `${object.kind} ${object.metadata.name}` })),
  );
  return [
    ...unowned.map(({ kind, metadata }) => `${kind} ${metadata.name} has no owner`),
    ...ours
      .filter(({ metadata }) => !kept.includes(metadata.name))
      .map(({ metadata }) => `Lease ${metadata.name} is left`),
    ...kept
      .filter((name) => !ours.some(({ metadata }) => metadata.name === name))
      .map((name) => `Lease ${name} is not there`),
    ...kept
      .filter((name) => !held.some((each) => each.name === name))
      .map((name) => `nothing is held by ${name}`),
    ...held
      .filter(({ uid }) => !ours.some(({ metadata }) => metadata.uid === uid))
      .map(({ on, name }) => `${on} is held by ${name}, which is gone`),
    ...held.filter(({ name }) => !kept.includes(name)).map(({ on, name }) => `${on} is held by ${name}`),
    ...gone.flatMap((app) => leftOf(app, view)),
  ];
}

function leftOf(app: string, view: View): string[] {
  const names = view.objects
    .filter(({ metadata }) => metadata.name.includes(`-${app}-`) && instanceOf(metadata.name) !== undefined)
    .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  return names.map((name) => `${name} is left`);
}
