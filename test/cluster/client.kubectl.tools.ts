import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ensureBinaries } from '../control-plane/build.ts';
import recorded from '../fixtures/kubectl-requests.json' with { type: 'json' };
import { type Case, fieldCases } from './kubectl-cases.ts';
import { fileCases } from './kubectl-cases-files.ts';
import { authorityCases, proxyCases } from './kubectl-cases-proxy.ts';
import { userCases } from './kubectl-cases-user.ts';
import { type Prepared, type Sent, tried } from './kubectl-try.ts';
import { loggingServers } from './logging-servers.ts';

// limit: 600 s

/** With UPDATE_GOLDEN=1 it writes what client.kubectl.test.ts holds warmgate to. */
test('kubectl sends what is recorded of it', async () => {
  const { kubectl } = await ensureBinaries(['kubectl']);
  const servers = await loggingServers();
  const found: Record<string, Sent> = {};
  const all: [Case, Record<string, string>][] = [
    ...[...fileCases, ...userCases, ...proxyCases, ...fieldCases].map(
      (each): [Case, Record<string, string>] => [each, {}],
    ),
    ...authorityCases.map((each): [Case, Record<string, string>] => [
      each,
      { SSL_CERT_FILE: '{dir}/ca.pem', SSL_CERT_DIR: '{dir}/authorities' },
    ]),
  ];
  try {
    for (const [each, more] of all) {
      const files =
        Object.keys(more).length === 0
          ? each.files
          : { ...each.files, 'authorities/other.pem': servers.otherAuthority.certificate };
      const { sent } = await tried({ ...each, files, env: { ...each.env, ...more } }, servers, (prepared) =>
        asked(kubectl, prepared),
      );
      found[each.name] = sent;
    }
  } finally {
    await servers.close();
  }
  const text = `${JSON.stringify(found, null, 2)}\n`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync('test/fixtures/kubectl-requests.json', text);
  else assert.fixture(text, `${JSON.stringify(recorded, null, 2)}\n`);
});

function asked(kubectl: string, { cwd, env, flags }: Prepared): Promise<void> {
  const args = ['get', '--raw', '/version', '--request-timeout', '5s'];
  for (const [flag, value] of Object.entries(flags)) args.push(`--${flag}`, value);
  return new Promise((resolve) => {
    const child = execFile(kubectl, args, { cwd, env, timeout: 20_000 }, (_, __, err) => {
      if (process.env.SHOW !== undefined) process.stderr.write(err);
      resolve();
    });
    child.stdin?.end();
  });
}

test.run();
