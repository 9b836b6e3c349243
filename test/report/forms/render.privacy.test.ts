import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { readObjects } from '../../../plugin/observe/read-objects.ts';
import { buildReport } from '../../../plugin/report/building/report.ts';
import { liveBlock, progressLine } from '../../../plugin/report/forms/progress.ts';
import { type Format, formats, render } from '../../../plugin/report/forms/render.ts';
import { oneLine } from '../../../plugin/report/forms/summary.ts';
import { labels } from '../../../plugin/theia/labels.ts';
import { facts } from '../../harness/build.ts';
import { fc } from '../../harness/fast-check.ts';
import { assessText, recordingNames, recordingText } from '../../harness/recordings.ts';

/** Words that stand in no sentence of ours, so that finding one in an output is proof. */
const secret = fc.stringMatching(/^[qxz]{12,16}$/);

for (const name of recordingNames) {
  test(`no address, user label, ConfigMap content or session secret of ${name} is in any output`, () => {
    fc.assert(
      fc.property(secret, secret, secret, secret, (user, label, content, token) => {
        const objects = readObjects(recordingText(name), name).map((object) =>
          fill(object, user, label, content, token),
        );
        const look = assessText(JSON.stringify({ kind: 'List', items: objects }));
        const report = buildReport(look, look, facts({ command: 'check' }));
        const outputs = [
          ...Object.keys(formats).map((format) => render(report, format as Format)),
          oneLine(report, 4096),
          progressLine(look, []),
          ...liveBlock(look, [], 0, { colour: false }),
        ].join('\n');
        for (const word of [user, label, content, token]) assert.is(outputs.includes(word), false, word);
        assert.not.match(outputs, /@example\.test|_at_/);
      }),
      { numRuns: 5 },
    );
  });
}

test('the words are where a user, a label, a ConfigMap and a secret are', () => {
  const [session] = readObjects(recordingText('01-claimed'), 'x').filter(({ kind }) => kind === 'Session');
  const [map] = readObjects(recordingText('01-claimed'), 'x').filter(({ kind }) => kind === 'ConfigMap');
  if (session === undefined || map === undefined) throw new Error('01-claimed has both');
  assert.match(JSON.stringify(fill(session, 'U', 'L', 'C', 'T').spec), 'U@example.test');
  assert.match(JSON.stringify(fill(session, 'U', 'L', 'C', 'T').spec), '"T"');
  assert.match(JSON.stringify(fill(map, 'U', 'L', 'C', 'T').data), 'C@example.test');
  assert.is(fill(map, 'U', 'L', 'C', 'T').metadata.labels?.[labels.user], 'L_at_example.test');
});

function fill(object: KubeObject, user: string, label: string, content: string, token: string): KubeObject {
  const { metadata, data } = object;
  const texts = Object.keys(data ?? {}).map((key) => [key, `${content}@example.test\n`]);
  return {
    ...object,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [labels.user]: `${label}_at_example.test` },
      annotations: { ...metadata.annotations, note: `${content}@example.test` },
    },
    ...(data === undefined ? {} : { data: Object.fromEntries(texts) }),
    ...(object.kind === 'Session'
      ? {
          spec: {
            ...object.spec,
            user: `${user}@example.test`,
            sessionSecret: token,
            envVars: { TOKEN: token },
          },
        }
      : {}),
  };
}

test.run();
