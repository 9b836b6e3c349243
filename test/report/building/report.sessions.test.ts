import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SessionAssessment } from '../../../plugin/model/assessment.ts';
import { because } from '../../../plugin/model/reasons.ts';
import type { ActionReport, SessionReport } from '../../../plugin/model/report.ts';
import { buildReport } from '../../../plugin/report/building/report.ts';
import { assessment, done, facts, lazySession, parts, session } from '../../harness/build.ts';

const before = session('ws-one', 1, { uncovered: parts(1).slice(0, 1) });

test('parts are compared by UID with the first look', () => {
  const remade = [...parts(1).slice(0, 3), ...parts(1, 'second').slice(3)];
  const after = report(before, session('ws-one', 1, { parts: remade, outcome: 'harmed' }));
  assert.is(after.partsCompared, 5);
  assert.is(after.partsSame, 3);
});

test('a lost part is compared and not the same', () => {
  const after = report(before, session('ws-one', 1, { parts: parts(1).slice(1) }));
  assert.is(after.partsCompared, 5);
  assert.is(after.partsSame, 4);
});

test('a session that came during the run has nothing to be compared with', () => {
  const after = report(undefined, session('ws-new', 1));
  assert.is(after.partsCompared, 0);
  assert.is(after.partsSame, 0);
});

test('one look compares nothing', () => {
  const look = assessment({ sessions: [before] });
  assert.is(buildReport(look, look, facts()).sessions[0]?.partsCompared, 0);
});

test('a claim that this run completed is told from one that was complete', () => {
  assert.is(report(before, session('ws-one', 1), [done('complete', { instance: 1 })]).claim, 'completed');
  assert.is(report(before, session('ws-one', 1), [done('complete', { instance: 2 })]).claim, 'complete');
  assert.is(
    report(before, session('ws-one', 1), [done('complete', { instance: 1, result: 'moved' })]).claim,
    'complete',
  );
  assert.is(report(before, before, [done('complete', { instance: 1 })]).claim, 'incomplete');
});

test('a lazy session and one in flight have no claim', () => {
  assert.is(report(undefined, lazySession('ws-lazy')).claim, 'none');
  assert.is(report(undefined, session('ws-new', 1, { phase: 'inFlight' })).claim, 'none');
});

test('a mended allow-list makes the session mended and is said', () => {
  const wrong = session('ws-one', 1, {
    allowList: 'wrong',
    outcome: 'harmed',
    reasons: [because('allowListWrong')],
  });
  const after = report(wrong, session('ws-one', 1), [done('mend', { instance: 1 })]);
  assert.is(after.outcome, 'mended');
  assert.is(after.allowList, 'mended');
  assert.equal(
    after.reasons.map(({ code }) => code),
    ['listMended'],
  );
});

test('a list that is wrong again after mending is not called mended', () => {
  const wrong = session('ws-one', 1, {
    allowList: 'wrong',
    outcome: 'harmed',
    reasons: [because('allowListWrong')],
  });
  const after = report(wrong, wrong, [done('mend', { instance: 1 })]);
  assert.is(after.outcome, 'harmed');
  assert.is(after.allowList, 'wrong');
});

test('live sessions alone are counted', () => {
  const sessions = [
    session('a', 1),
    session('b', 2, { outcome: 'mended' }),
    session('c', 3, { outcome: 'harmed' }),
    session('d', 4, { phase: 'ending' }),
    session('e', 5, { phase: 'failed' }),
  ];
  const look = assessment({ sessions });
  const { liveSessions } = buildReport(look, look, facts());
  assert.equal(liveSessions, { total: 3, untouched: 1, notJudged: 0, mended: 1, harmed: 1 });
});

function report(
  first: SessionAssessment | undefined,
  last: SessionAssessment,
  actions: ActionReport[] = [],
): SessionReport {
  const looks = [first, last].map((each) => assessment({ sessions: each === undefined ? [] : [each] }));
  const [before, after] = looks;
  if (before === undefined || after === undefined) throw new Error('two looks');
  return buildReport(before, after, facts({ actions })).sessions[0] as SessionReport;
}

test.run();
