import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Plan } from '../../plugin/forecast/plan.ts';
import { renderPlan } from '../../plugin/forecast/text.ts';
import { fromObjects } from '../../plugin/observe/from-objects.ts';
import { golden } from '../harness/golden.ts';
import { appIn, recorded } from '../theia/recordings.ts';
import { manifest, planIn, situationOf } from './situation-of.ts';

function example(): Plan {
  const objects = recorded('21-side-claimed');
  const desired = [
    manifest(appIn(objects, 'java-25-latest'), {
      image: 'ghcr.io/example/thm-java-25:1.6.0',
      minInstances: 4,
      limitsMemory: '1300M',
    }),
    manifest(appIn(objects, 'py-side'), {}, { annotations: { 'helm.sh/revision': '2' } }),
  ];
  return planIn(situationOf(fromObjects(objects, 'theia'), desired));
}

test('a plan as people read it, and as JSON', () => {
  golden('plan.txt', renderPlan(example(), { colour: false }));
  golden('plan.json', `${JSON.stringify(example(), null, 2)}\n`);
});

test('on a narrow terminal lines are folded under their beginning', () => {
  const text = renderPlan(example(), { colour: true, width: 60 });
  golden('plan.terminal.txt', text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours do not count
  for (const line of text.replaceAll(/\u001b\[\d+m/g, '').split('\n')) assert.ok(line.length <= 60, line);
});

test('no address, no value of a field but image and size is told', () => {
  const all = JSON.stringify(example()) + renderPlan(example(), { colour: false });
  assert.not.match(all, /@example\.test|1300M/);
  assert.match(all, /limitsMemory/);
});

test.run();
