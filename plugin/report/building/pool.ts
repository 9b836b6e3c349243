import type { InstanceAssessment, PoolAssessment } from '../../model/assessment.ts';
import { partLabel } from '../../model/parts.ts';
import type { Reason, ReasonCode } from '../../model/reasons.ts';
import type { ActionReport, InstanceReport, PoolReport } from '../../model/report.ts';
import type { InstanceState } from '../../model/states.ts';
import type { StepKind } from '../../model/steps.ts';
import type { Scales } from '../../model/weigh.ts';
import { clean } from '../../text/clean.ts';
import { worded } from './verdict.ts';

/** One pool as it ended; `found` are reasons of the run about it, `actions` all of the run's. */
export function buildPool(
  first: PoolAssessment | undefined,
  last: PoolAssessment,
  found: readonly Reason[],
  actions: readonly ActionReport[],
  scales: Scales,
): PoolReport {
  const own = actions.filter(({ app, result }) => app === last.name && result === 'done');
  const before = new Map((first?.instances ?? []).map((instance) => [key(instance), instance]));
  const count = (state: InstanceState): number =>
    last.instances.filter((each) => each.state === state).length;
  const counts = { current: count('current'), claimed: count('claimed'), stale: count('stale') };
  const rest = last.instances.length - counts.current - counts.claimed - counts.stale;
  return {
    app: clean(last.name, 63),
    uid: clean(last.uid, 63),
    generation: last.generation,
    image: clean(last.image),
    minInstances: last.minInstances,
    converged: last.converged,
    gate: last.instances.some(isKept) ? 'closed' : 'open',
    nudges: own.filter(({ step }) => step === 'nudge').length,
    counts: { ...counts, other: rest },
    instances: last.instances.map((instance) => ({
      ...buildInstance(instance, scales),
      done: doneTo(instance, before.get(key(instance)), own),
    })),
    reasons: [...last.reasons, ...found].map((reason) => worded(reason, scales)),
  };
}

function buildInstance(instance: InstanceAssessment, scales: Scales): Omit<InstanceReport, 'done'> {
  const { id, state, hold, generations, session, missing, reasons } = instance;
  return {
    id,
    state,
    hold,
    generations,
    ...(session === undefined ? {} : { session: clean(session, 63) }),
    missing: missing.map((part) => clean(partLabel(part), 100)),
    differing: [...new Set(reasons.flatMap(differingPart))],
    reasons: reasons.map((reason) => worded(reason, scales)),
  };
}

const differs: readonly ReasonCode[] = ['partStale', 'stampStale', 'imageStale', 'imageMislabelled'];

function differingPart({ code, args }: Reason): string[] {
  if (code === 'sidecarStale') return [clean(`sidecar Deployment ${args.sidecar}`, 100)];
  return differs.includes(code) ? [clean(String(args.part), 100)] : [];
}

/** Steps on this instance in order, and the nudges that made its Deployment anew. */
function doneTo(
  instance: InstanceAssessment,
  before: InstanceAssessment | undefined,
  actions: readonly ActionReport[],
): StepKind[] {
  const renewed = deploymentUid(instance) !== undefined && deploymentUid(instance) !== deploymentUid(before);
  const steps = actions
    .filter(({ instance: id, step }) => id === instance.id || (renewed && step === 'nudge'))
    .map(({ step }) => step);
  return steps.filter((step, at) => step !== steps[at - 1]);
}

function deploymentUid(instance: InstanceAssessment | undefined): string | undefined {
  return instance?.parts.find(({ kind }) => kind === 'deployment')?.object.metadata.uid;
}

function isKept({ hold }: InstanceAssessment): boolean {
  return hold === 'closed' || hold === 'whole';
}

/** A former AppDefinition of the same name has instances with the same ids. */
function key({ appUid, id }: InstanceAssessment): string {
  return `${appUid}/${id}`;
}
