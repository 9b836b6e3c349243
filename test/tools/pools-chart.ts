import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseRequest, Workshop } from './deployer.ts';
import { chartValues } from './hook-values.ts';

/** The chart of pools and a file with its values, for one release. `hooks` false: they come from elsewhere. */
export async function chartFor(
  shop: Workshop,
  request: ReleaseRequest,
  hooks: boolean,
): Promise<{ chart: string; values: string }> {
  const values = join(shop.dir, 'values.json');
  const { apps, operator = null, emptyAnnotations, without } = request;
  const warmgate = await chartValues(shop, apps, hooks ? request.hooks : undefined);
  await writeFile(values, JSON.stringify({ apps, revision: !emptyAnnotations, operator, warmgate }));
  return { chart: without === undefined ? shop.chart : await lacking(shop, without), values };
}

/** A copy of the chart whose Role of verify lacks a right. @throws Error for one that it does not grant */
async function lacking(
  { chart, dir }: Workshop,
  { verb, resource }: NonNullable<ReleaseRequest['without']>,
): Promise<string> {
  const copy = join(dir, 'chart');
  await cp(chart, copy, { recursive: true });
  const file = join(copy, 'charts/warmgate/templates/_rules.tpl');
  const text = await readFile(file, 'utf8');
  const begun = text.indexOf('"warmgate.rules.verify"');
  const rule = new RegExp(`(resources: \\[${resource}\\]\\n  verbs: \\[.*?)\\b${verb}(?:, )?`);
  const changed = text.slice(begun).replace(rule, '$1').replace(/, \]/, ']');
  if (begun < 0 || changed === text.slice(begun))
    throw new Error(`the chart does not grant ${verb} ${resource}`);
  await writeFile(file, text.slice(0, begun) + changed);
  return copy;
}
