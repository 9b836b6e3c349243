import type { Assessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Step } from '../../plugin/model/steps.ts';
import { gaps, trespasses } from './world-oracle.ts';

interface Look {
  objects: readonly KubeObject[];
  assessment: Assessment;
  steps: readonly Step[];
}

/**
 * Watches a run over all its looks: nothing of a session's is written, and no pass is started unless at this look and at one at
 * least 2 s before the gate was closed, with every hold and claim on the same UIDs and closed at every look between.
 */
export function watchRun(): { watch: (look: Look) => void; found: string[] } {
  const found: string[] = [];
  const closedSince = new Map<string, { at: number; uids: string }>();
  const watch = ({ objects, assessment, steps }: Look): void => {
    found.push(...trespasses(steps, objects));
    for (const { app, name } of assessment.pools) {
      const open = gaps(app, objects).filter((gap) => !/ is (inFlight|ending)$/.test(gap));
      const uids = held(app, objects);
      const before = closedSince.get(name);
      if (open.length > 0) closedSince.delete(name);
      else if (before?.uids !== uids) closedSince.set(name, { at: assessment.now, uids });
    }
    for (const step of steps) {
      if (step.step !== 'nudge' && step.step !== 'restartOperator') continue;
      const pool = assessment.pools.find((each) => each.name === step.app);
      if (pool === undefined || assessment.operator.kind === 'upstream') continue;
      found.push(...gaps(pool.app, objects).map((gap) => `${step.step} of ${step.app}: ${gap}`));
      const closed = closedSince.get(step.app);
      if (closed === undefined || assessment.now - closed.at < 2000)
        found.push(`${step.step} of ${step.app} without a second look`);
    }
  };
  return { watch, found };
}

/**
 * UIDs of all internal Services, sidecar Deployments and claimed parts of a pool: a pass that overran a hold changes one. A
 * reference to a Lease that is gone holds nothing, and the collector takes it off when it gets there.
 */
function held(app: KubeObject, objects: readonly KubeObject[]): string {
  const leases = new Set(objects.flatMap(({ kind, metadata }) => (kind === 'Lease' ? [metadata.uid] : [])));
  return objects
    .filter(({ metadata }) => {
      const owners = (metadata.ownerReferences ?? []).filter(
        ({ kind, uid }) => kind !== 'Lease' || leases.has(uid),
      );
      return (
        owners.some(({ uid }) => uid === app.metadata.uid) &&
        owners.some(({ kind }) => kind !== 'AppDefinition')
      );
    })
    .map(({ metadata }) => metadata.uid)
    .sort()
    .join(' ');
}
