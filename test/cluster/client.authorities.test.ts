import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authorityCases } from './kubectl-cases-proxy.ts';
import { compared } from './kubectl-compare.ts';
import { loggingServers } from './logging-servers.ts';

test('SSL_CERT_FILE and SSL_CERT_DIR name the authorities where the kubeconfig names none', async () => {
  const servers = await loggingServers();
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-test-'));
  try {
    mkdirSync(join(folder, 'authorities'));
    writeFileSync(join(folder, 'ca.pem'), servers.authority.certificate);
    writeFileSync(join(folder, 'authorities/other.pem'), servers.otherAuthority.certificate);
    // Node reads them once in a process, so this file has one of its own.
    process.env.SSL_CERT_FILE = join(folder, 'ca.pem');
    process.env.SSL_CERT_DIR = join(folder, 'authorities');
    const wrong: string[] = [];
    for (const each of authorityCases) wrong.push(...(await compared(each, servers)));
    assert.equal(wrong, []);
  } finally {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
