import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type AuditEntry, auditLogSize, isWrite, readAuditLog } from './audit.ts';
import type { ApiClient } from './http.ts';

const line = (auditID: string): string => `${JSON.stringify({ auditID, verb: 'get', requestURI: '/x' })}\n`;

/** A log that grows by a line for each request, as the API server's does. */
async function inLog(story: (path: string, api: ApiClient) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'warmgate-audit-'));
  const path = join(folder, 'audit.log');
  await writeFile(path, '');
  const call = async (requestURI: string) => {
    await appendFile(path, `${JSON.stringify({ auditID: 'marker', requestURI })}\n`);
    return { status: 200, body: {} };
  };
  try {
    await story(path, { call } as unknown as ApiClient);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ids = (entries: AuditEntry[]): string[] => entries.map(({ auditID }) => auditID);

test('what was answered since a place in the log is read, the marker left out', () =>
  inLog(async (path, api) => {
    await appendFile(path, line('before'));
    const from = await auditLogSize(path);
    await appendFile(path, line('one') + line('two'));
    assert.equal(ids(await readAuditLog(path, api, from)), ['one', 'two']);
    assert.equal(ids(await readAuditLog(path, api, 0)), ['before', 'one', 'two']);
  }));

test('a place noted in the middle of a line counts as the start of the next', () =>
  inLog(async (path, api) => {
    const [half, rest] = [line('half').slice(0, 12), line('half').slice(12)];
    await appendFile(path, half);
    const from = await auditLogSize(path);
    await appendFile(path, rest + line('whole'));
    assert.equal(ids(await readAuditLog(path, api, from)), ['whole']);
  }));

test('reviews, tokens and dry runs are no writes', () => {
  const entry = (more: Partial<AuditEntry>) => ({ verb: 'create', requestURI: '/x', ...more }) as AuditEntry;
  assert.ok(isWrite(entry({})));
  assert.not.ok(isWrite(entry({ verb: 'list' })));
  assert.not.ok(isWrite(entry({ requestURI: '/x?dryRun=All' })));
  assert.not.ok(isWrite(entry({ objectRef: { apiGroup: 'authorization.k8s.io' } })));
  assert.not.ok(isWrite(entry({ objectRef: { resource: 'serviceaccounts', subresource: 'token' } })));
});

test.run();
