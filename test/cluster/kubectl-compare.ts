import { type Connection, connect } from '../../plugin/cluster/client.ts';
import { runErrorOf } from '../../plugin/cluster/errors.ts';
import { RunError } from '../../plugin/model/run-error.ts';
import recorded from '../fixtures/kubectl-requests.json' with { type: 'json' };
import type { Case } from './kubectl-cases.ts';
import { type Prepared, type Sent, tried } from './kubectl-try.ts';
import type { LoggingServers } from './logging-servers.ts';

/** What is wrong with warmgate's request in this case, one line each; a difference that docs/kubeconfig.md explains must be one. */
export async function compared(each: Case, servers: LoggingServers): Promise<string[]> {
  const { sent, result } = await tried(each, servers, asked);
  const kubectl = (recorded as unknown as Record<string, Sent>)[each.name];
  const same = JSON.stringify(sent) === JSON.stringify(kubectl);
  const wrong: string[] = [];
  const say = (what: string): void => void wrong.push(`${each.name}: ${what}`);
  if (same !== (each.differs === undefined))
    say(`warmgate ${JSON.stringify(sent)}, kubectl ${JSON.stringify(kubectl)}; ${result.error}`);
  if (sent === 'nothing' && each.says !== undefined && !each.says.test(result.error))
    say(`says ${result.error}`);
  if (sent !== 'nothing' && each.says !== undefined) say('is accepted');
  if (!(each.warns ?? /^$/).test(result.warnings.join('\n'))) say(`warns of ${result.warnings.join('; ')}`);
  if (/s3cret/.test(result.error)) say('repeats a secret');
  return wrong;
}

async function asked({ cwd, env, flags }: Prepared): Promise<{ error: string; warnings: readonly string[] }> {
  const before = process.cwd();
  process.chdir(cwd);
  let cluster: Connection | undefined;
  try {
    cluster = await connect({ ...flags, env, remaining: () => 0, requestTimeoutMs: 5_000 });
    await cluster.read('/version', 'version', '');
    return { error: '', warnings: cluster.warnings };
  } catch (error) {
    const { server = '', proxy, context = '', warnings = [] } = cluster ?? {};
    const { message } = runErrorOf(error, { server, proxy, context, account: '' });
    return { error: error instanceof RunError ? error.message : message, warnings };
  } finally {
    process.chdir(before);
    await cluster?.close();
  }
}
