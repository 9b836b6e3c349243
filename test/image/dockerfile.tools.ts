import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ensureBinaries } from '../control-plane/build.ts';
import { root } from './built.ts';

// limit: 900 s

const { 'dockerfile-check': check } = await ensureBinaries(['dockerfile-check']);
const findings = async (input: string): Promise<string> =>
  (await execa(check, [], { input, reject: false, timeout: 60_000 })).stdout;

test('the checks of `docker build --check` find nothing in the Dockerfile', async () => {
  assert.is(await findings(readFileSync(join(root, 'Dockerfile'), 'utf8')), '');
});

test('they do find what is wrong in others', async () => {
  const found = await findings('FROM node:24 AS Build\nARG API_TOKEN=x\nENTRYPOINT node\n');
  assert.match(found, /^StageNameCasing: /m);
  assert.match(found, /^SecretsUsedInArgOrEnv: /m);
  assert.match(found, /^JSONArgsRecommended: /m);
  assert.match(await findings('FROM node:24\nCOPPY a b\n'), /^error: .*unknown instruction: COPPY/m);
});

test.run();
