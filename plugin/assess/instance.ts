import type { InstanceAssessment } from '../model/assessment.ts';
import { type Part, partKinds, partLabel } from '../model/parts.ts';
import { because, type Reason, reasons } from '../model/reasons.ts';
import type { HoldState, InstanceState } from '../model/states.ts';
import { generationOf } from '../theia/labels.ts';
import { expectedParts } from '../theia/names.ts';
import { holds, isOwnedBy } from '../theia/owners.ts';
import type { Instance } from '../theia/parts.ts';
import { claimOf } from './claim.ts';
import { completenessOf, missingParts } from './completeness.ts';
import type { TargetContext } from './context.ts';
import { freshnessOf, upstreamFreshnessOf } from './freshness.ts';
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
    const { state, session } = claim;
    const reasons = [...claim.reasons, ...(isGated(hold) ? holdReasons(hold) : [])];
    return { ...base, state, missing: [], session, reasons };
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
    const reason = parts.every(isWorkspace)
      ? because('residueWorkspace')
      : because('surplus', { id, minInstances });
    return { ...base, state: 'surplus', missing: [], reasons: [reason] };
  }
  return judgeFree(base, context);
}

/** A pass deletes every other part of a surplus instance and leaves this (docs/theia-cloud.md#reconcile): no session can get it. */
function isWorkspace({ kind }: Part): boolean {
  return kind === 'pvc';
}

/** An id of which no object exists. */
export function assessMissing(id: number, context: TargetContext): InstanceAssessment {
  const missing = [...expectedParts(context.app, id, context.operator)];
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
  const unready = unreadyParts(parts, context);
  const found: Findings = {
    incomplete: [...completenessOf(missing, parts), ...terminatingParts(parts)],
    residue: residueOf(parts, context),
    stale: stalenessOf(parts, context),
    waiting: context.options.requireReady ? unready : [],
  };
  const state = stateOf(found, hold);
  return {
    ...base,
    state,
    missing,
    ready: parts.some((part) => part.kind === 'deployment') && unready.length === 0,
    openable: state === 'closed',
    reasons: [...Object.values(found).flat(), ...holdReasons(hold)],
  };
}

interface Findings {
  incomplete: Reason[];
  residue: Reason[];
  stale: Reason[];
  waiting: Reason[];
}

/** Labels of a former claim, and the generation, on a held internal Service go with the stamp: they leave it closed. */
function stateOf(found: Findings, hold: HoldState): InstanceState {
  const fails = (list: readonly Reason[]): boolean =>
    list.some(({ code }) => reasons[code].exit !== 0 && reasons[code].remedy !== 'open');
  if (fails(found.incomplete)) return 'incomplete';
  if (fails(found.residue)) return 'residue';
  if (fails(found.stale)) return 'stale';
  if (fails(found.waiting)) return 'notReady';
  return isGated(hold) ? 'closed' : 'current';
}

/** Kept from new sessions; beside a claim, once that session has ended. */
function isGated(hold: HoldState): boolean {
  return hold === 'closed' || hold === 'whole';
}

function stalenessOf(parts: readonly Part[], { app, operator }: TargetContext): Reason[] {
  return operator.kind === 'upstream' ? upstreamFreshnessOf(parts, app) : freshnessOf(parts, app);
}

/** Of the IDE and of its sidecars. */
function unreadyParts(parts: readonly Part[], context: TargetContext): Reason[] {
  return parts
    .filter((part) => partKinds[part.kind].kind === 'Deployment')
    .flatMap((part) => readinessOf(part.object, context));
}

function holdReasons(hold: HoldState): Reason[] {
  switch (hold) {
    case 'open':
      return [];
    case 'shielded':
      return [because('sidecarShielded')];
    case 'kept':
      return [because('keptOldParts')];
    case 'closed':
      return [because('gateClosed')];
    case 'whole':
      return [because('heldWhole')];
  }
}

function terminatingParts(parts: readonly Part[]): Reason[] {
  return parts
    .filter((part) => part.object.metadata.deletionTimestamp !== undefined)
    .map((part) => because('partTerminating', { part: partLabel(part) }));
}

function generationsOf(instance: Instance): number[] {
  const main = instance.parts.filter((part) => partKinds[part.kind].main);
  return [...new Set(main.map((part) => generationOf(part.object) ?? -1))].sort((a, b) => a - b);
}

/** How tightly an instance is held: a claim needs both main Services free, sidecar holds keep nobody away (docs/theia-cloud.md#lever-3). */
function holdStateOf(parts: readonly Part[]): HoldState {
  const held = new Set(parts.filter((part) => holds(part.object).length > 0).map((part) => part.kind));
  const closed = held.has('internalService') || held.has('externalService');
  const others = held.has('deployment') || held.has('emailConfigMap') || held.has('proxyConfigMap');
  if (others) return closed ? 'whole' : 'kept';
  if (closed) return 'closed';
  return held.size > 0 ? 'shielded' : 'open';
}
