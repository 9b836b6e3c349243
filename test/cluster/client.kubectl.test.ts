import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import recorded from '../fixtures/kubectl-requests.json' with { type: 'json' };
import { type Case, fieldCases } from './kubectl-cases.ts';
import { fileCases } from './kubectl-cases-files.ts';
import { proxyCases } from './kubectl-cases-proxy.ts';
import { userCases } from './kubectl-cases-user.ts';
import { compared } from './kubectl-compare.ts';
import { type LoggingServers, loggingServers } from './logging-servers.ts';

const sections: [string, Case[]][] = [
  ['files and contexts', fileCases],
  ['users', userCases],
  ['proxies', proxyCases],
  ['public reports', fieldCases],
];
const docs = readFileSync('docs/kubeconfig.md', 'utf8');
let servers: LoggingServers;

test.before(async () => {
  servers = await loggingServers();
});
test.after(() => servers.close());

for (const [section, cases] of sections)
  test(`${section}: warmgate sends what kubectl was seen to send, or docs/kubeconfig.md says why not`, async () => {
    const wrong: string[] = [];
    for (const each of cases) wrong.push(...(await compared(each, servers)));
    assert.equal(wrong, []);
  });

test('at least sixty configurations are tried, each recorded of kubectl under a name of its own', () => {
  const names = sections.flatMap(([, cases]) => cases.map(({ name }) => name));
  assert.ok(names.length >= 60);
  assert.is(new Set(names).size, names.length);
  assert.equal(
    names.filter((name) => !(name in recorded)),
    [],
  );
});

test('every difference has its row in docs/kubeconfig.md, and every row a case', () => {
  const used = sections.flatMap(([, cases]) => cases.flatMap(({ differs = [] }) => differs));
  const rows = [...docs.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, row]) => row);
  assert.equal([...new Set(used)].sort(), rows.sort());
});

test.run();
