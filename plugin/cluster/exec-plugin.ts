import { type ExecFileException, execFile } from 'node:child_process';
import type { ConfigSource } from './kubeconfig.ts';
import type { ExecPlugin } from './user.ts';

/** What a plugin answered: a token, a certificate with its key, or both. */
export interface ExecCredential {
  token: string;
  certificate: string;
  key: string;
  /** Milliseconds since 1970; Infinity where it does not say. */
  expires: number;
}

const limitMs = 30_000;
const mostBytes = 1_000_000;

/**
 * Runs a credential plugin once. It gets no terminal; its stderr may hold a secret and goes nowhere.
 * @throws Error whose message says what is wrong, and holds nothing that the plugin wrote
 */
export function runPlugin(
  plugin: ExecPlugin,
  clusterInfo: object,
  env: ConfigSource['env'],
): Promise<ExecCredential> {
  const spec = { ...(plugin.provideClusterInfo ? { cluster: clusterInfo } : {}), interactive: false };
  const asked = { kind: 'ExecCredential', apiVersion: plugin.apiVersion, spec };
  const variables = { ...env, ...plugin.env, KUBERNETES_EXEC_INFO: JSON.stringify(asked) };
  return new Promise((resolve, reject) => {
    const options = {
      env: variables,
      timeout: limitMs,
      killSignal: 'SIGKILL',
      maxBuffer: mostBytes,
    } as const;
    const child = execFile(plugin.command, plugin.args, options, (error, stdout) => {
      try {
        if (error !== null) throw new Error(failureOf(plugin, error));
        resolve(credentialOf(plugin, stdout));
      } catch (problem) {
        reject(problem);
      }
    });
    child.stdin?.end();
  });
}

function failureOf({ command, installHint }: ExecPlugin, error: ExecFileException): string {
  const hint = installHint
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);
  if (error.code === 'ENOENT')
    return `the exec plugin ${command} does not exist${hint === '' ? '' : `: ${hint}`}`;
  const how = error.killed ? 'did not end in time' : `failed (${error.code ?? error.signal})`;
  return `the exec plugin ${command} ${how}`;
}

function credentialOf({ command, apiVersion }: ExecPlugin, stdout: string): ExecCredential {
  const answer = parsed(stdout);
  const wrong = (what: string): Error => new Error(`the exec plugin ${command} ${what}`);
  const { kind = 'ExecCredential', apiVersion: version = apiVersion, status } = answer ?? {};
  if (answer === undefined || kind !== 'ExecCredential' || version !== apiVersion)
    throw wrong(`did not answer with an ExecCredential of ${apiVersion}`);
  const { token, clientCertificateData, clientKeyData, expirationTimestamp } = status ?? {};
  const [certificate, key] = [textOf(clientCertificateData), textOf(clientKeyData)];
  if (textOf(token) === '' && certificate === '') throw wrong('answered without a token or certificate');
  if ((certificate === '') !== (key === '')) throw wrong('answered with half of certificate and key');
  const expires = Date.parse(textOf(expirationTimestamp));
  return { token: textOf(token), certificate, key, expires: Number.isNaN(expires) ? Infinity : expires };
}

interface Answer {
  kind?: unknown;
  apiVersion?: unknown;
  status?: Record<string, unknown> | null;
}

function parsed(stdout: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
