import type { InstanceAssessment } from '../model/assessment.ts';
import type { ExpectedPart } from '../model/parts.ts';
import { partKinds, partLabel } from '../model/parts.ts';
import { because, type Reason, reasons } from '../model/reasons.ts';
import type { InstanceState } from '../model/states.ts';
import type { Instance } from '../theia/instances.ts';
import { generationOf } from '../theia/labels.ts';
import { expectedParts } from '../theia/names.ts';
import { isOwnedBy } from '../theia/owners.ts';
import { claimOf } from './claim.ts';
import { completenessOf, missingParts } from './completeness.ts';
import type { TargetContext } from './context.ts';
import { freshnessOf } from './freshness.ts';
import { holdStateOf } from './hold-state.ts';
import { readinessOf } from './readiness.ts';
import { residueOf } from './residue.ts';

/** One id of a pool, judged. Rules in order: claimed, orphan, surplus, incomplete, residue, stale, not ready, closed. */
export function assessInstance(
  instance: Instance,
  minInstances: number,
  context: TargetContext,
): InstanceAssessment {
  const { parts, id, appUid } = instance;
  const hold = holdStateOf(parts);
  const base = {
    id,
    appUid,
    hold,
    parts,
    generations: generationsOf(instance),
    ready: false,
    openable: false,
  };
  const claim = claimOf(instance, context.sessions);
  if (claim !== undefined) {
    return { ...base, state: claim.state, missing: [], session: claim.session, reasons: claim.reasons };
  }
  if (appUid !== context.app.metadata.uid) {
    return {
      ...base,
      state: 'orphan',
      missing: [],
      reasons: [because('orphan', { uid: appUid.slice(-12) })],
    };
  }
  const unowned = parts.filter((part) => !isOwnedBy(part.object, appUid));
  if (unowned.length > 0) {
    const reasons = [because('partUnowned', { parts: unowned.map(partLabel).join(', ') })];
    return { ...base, state: 'orphan', missing: [], reasons };
  }
  if (id > minInstances) {
    return { ...base, state: 'surplus', missing: [], reasons: [because('surplus', { id, minInstances })] };
  }
  return judgeFree(base, context);
}

/** An id of which no object exists. */
export function assessMissing(id: number, context: TargetContext): InstanceAssessment {
  const missing: ExpectedPart[] = expectedParts(context.app, id, context.operator);
  const reasons = [because('idMissing', { id })];
  return {
    id,
    appUid: context.app.metadata.uid,
    state: 'missing',
    hold: 'open',
    parts: [],
    missing,
    generations: [],
    ready: false,
    openable: false,
    reasons,
  };
}

type Base = Omit<InstanceAssessment, 'state' | 'missing' | 'reasons'>;

function judgeFree(base: Base, context: TargetContext): InstanceAssessment {
  const { parts, id, hold } = base;
  const missing = missingParts(parts, context.app, id, context);
  const incomplete = [...completenessOf(missing, parts), ...terminatingParts(base)];
  const residue = residueOf(parts, context);
  const stale = freshnessOf(parts, context.app);
  const deployment = parts.find((part) => part.kind === 'deployment')?.object;
  const unready = deployment === undefined ? [] : readinessOf(deployment, context);
  const sidecarsUnready = parts
    .filter((part) => part.kind === 'sidecarDeployment')
    .flatMap((part) => readinessOf(part.object, context));
  const ready = deployment !== undefined && unready.length === 0 && sidecarsUnready.length === 0;
  const waiting = context.options.requireReady ? [...unready, ...sidecarsUnready] : [];
  const onlyStamp = [...incomplete, ...residue, ...stale, ...waiting].every(mendedByStamp);
  const held = hold === 'closed' || hold === 'whole';
  const all = [...incomplete, ...residue, ...stale, ...waiting];
  const gate = held ? [because(hold === 'whole' ? 'heldWhole' : 'gateClosed')] : kept(hold);
  const shield = hold === 'shielded' ? [because('sidecarShielded')] : [];
  const openable = onlyStamp && held && (ready || !context.options.requireReady);
  const state = stateOf({
    incomplete,
    residue: residue.filter((each) => !mendedByStamp(each)),
    stale: stale.filter((each) => !mendedByStamp(each)),
    waiting,
    held,
  });
  return { ...base, state, missing, ready, openable, reasons: [...all, ...gate, ...shield] };
}

function kept(hold: InstanceAssessment['hold']): Reason[] {
  return hold === 'kept' ? [because('keptOldParts')] : [];
}

function stateOf(found: {
  incomplete: Reason[];
  residue: Reason[];
  stale: Reason[];
  waiting: Reason[];
  held: boolean;
}): InstanceState {
  if (found.incomplete.some(fails)) return 'incomplete';
  if (found.residue.some(fails)) return 'residue';
  if (found.stale.some(fails)) return 'stale';
  if (found.waiting.some(fails)) return 'notReady';
  return found.held ? 'closed' : 'current';
}

function fails(reason: Reason): boolean {
  return reasons[reason.code].exit !== 0;
}

/** Labels of a former claim on a held internal Service go with the stamp; everything else needs a pass. */
function mendedByStamp(reason: Reason): boolean {
  return reasons[reason.code].remedy === 'stamp' || !fails(reason);
}

function terminatingParts({ parts }: Base): Reason[] {
  return parts
    .filter((part) => part.object.metadata.deletionTimestamp !== undefined)
    .map((part) => because('partTerminating', { part: partLabel(part) }));
}

function generationsOf(instance: Instance): number[] {
  const main = instance.parts.filter((part) => partKinds[part.kind].main);
  return [...new Set(main.map((part) => generationOf(part.object) ?? -1))].sort((a, b) => a - b);
}
