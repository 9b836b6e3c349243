import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditPolicy } from './audit.ts';

/** Bearer tokens of the accounts that exist from the start. */
export interface Tokens {
  /** `test:admin`, may everything. */
  admin: string;
  /** `test:kubelet`, may everything: writes of the pretended kubelet are told apart by its name. */
  kubelet: string;
  /** `test:controllers`, the controller manager before it has accounts for its controllers. */
  controllers: string;
}

/** Writes what the API server reads at its start: keys for service accounts, the first accounts, the audit policy. */
export async function writeServerFiles(dir: string): Promise<Tokens> {
  const tokens = { admin: newToken(), kubelet: newToken(), controllers: newToken() };
  const keys = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  });
  const accounts = [
    `${tokens.admin},test:admin,admin,"system:masters"`,
    `${tokens.kubelet},test:kubelet,kubelet,"system:masters"`,
    `${tokens.controllers},test:controllers,controllers,"system:masters,test:control-plane"`,
  ];
  const files: Record<string, string> = {
    'tokens.csv': `${accounts.join('\n')}\n`,
    'service-accounts.key': keys.privateKey,
    'service-accounts.pub': keys.publicKey,
    'audit-policy.json': JSON.stringify(auditPolicy),
    'audit.log': '',
  };
  await mkdir(join(dir, 'certs'));
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(dir, name), text, { mode: 0o600 })),
  );
  return tokens;
}

function newToken(): string {
  return randomBytes(24).toString('hex');
}
