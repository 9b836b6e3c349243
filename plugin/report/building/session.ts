import type { SessionAssessment } from '../../model/assessment.ts';
import { partKey } from '../../model/parts.ts';
import { because } from '../../model/reasons.ts';
import type { ActionReport, SessionReport } from '../../model/report.ts';
import type { StepKind } from '../../model/steps.ts';
import type { Scales } from '../../model/weigh.ts';
import { clean } from '../../text/clean.ts';
import { worded } from './verdict.ts';

/**
 * One session as it ended, its parts compared by UID with the first look. Its user appears nowhere: of the Session's own
 * object nothing is read.
 */
export function buildSession(
  first: SessionAssessment | undefined,
  last: SessionAssessment,
  actions: readonly ActionReport[],
  scales: Scales,
): SessionReport {
  const did = (step: StepKind): boolean =>
    actions.some(
      (action) =>
        action.step === step &&
        action.result === 'done' &&
        action.app === last.app &&
        action.instance === last.instanceId,
    );
  const now = new Map(last.parts.map((part) => [partKey(part), part.object.metadata.uid]));
  const compared = first?.parts ?? [];
  const mended = did('mend') && last.allowList === 'right';
  return {
    name: clean(last.name, 63),
    uid: clean(last.uid, 63),
    app: clean(last.app, 63),
    phase: last.phase,
    start: last.start,
    ...(last.instanceId === undefined ? {} : { instance: last.instanceId }),
    outcome: last.outcome === 'untouched' && mended ? 'mended' : last.outcome,
    partsCompared: compared.length,
    partsSame: compared.filter((part) => now.get(partKey(part)) === part.object.metadata.uid).length,
    allowList: mended ? 'mended' : last.allowList,
    claim: claimOf(last, did('complete')),
    misrouted: last.reasons.some(({ code }) => code === 'misrouted'),
    reasons: [...last.reasons, ...(mended ? [because('listMended')] : [])].map((reason) =>
      worded(reason, scales),
    ),
  };
}

function claimOf({ phase, start, uncovered }: SessionAssessment, completed: boolean): SessionReport['claim'] {
  if (phase !== 'live' || start === 'lazy') return 'none';
  if (uncovered.length > 0) return 'incomplete';
  return completed ? 'completed' : 'complete';
}
