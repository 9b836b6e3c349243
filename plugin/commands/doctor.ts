import { connect } from '../cluster/client.ts';
import type { Options } from '../config/options.ts';
import { buildDiagnosis, diagnose } from '../doctor/diagnosis.ts';
import { renderDiagnosis } from '../doctor/text.ts';
import type { Exit } from '../model/exits.ts';
import { checkForms, say } from './deliver.ts';
import { readFacts, servedVersions } from './doctor-facts.ts';
import type { Io } from './io.ts';
import { checkNamespace, ending, openRun, type Run } from './open-run.ts';
import { version } from './version.ts';

/** Looks for what would make the hooks fail, and says what to do. Writes nothing. @throws RunError 2 and 3 as `check` */
export async function doctor(options: Options, io: Io): Promise<Exit> {
  checkForms(options);
  const run = await openRun(options, io);
  try {
    return await examine(run);
  } catch (error) {
    throw await ending(error, run);
  } finally {
    await run.cluster.close();
  }
}

async function examine(run: Run): Promise<Exit> {
  const { cluster, place, options, io } = run;
  const [served] = await Promise.all([probed(run), checkNamespace(run)]);
  const facts = await readFacts(cluster, place, served);
  const diagnosis = buildDiagnosis(diagnose(facts), {
    version: version(),
    server: cluster.server,
    context: cluster.context,
    namespace: place.namespace,
    account: facts.account,
    at: new Date(cluster.clock.now()).toISOString(),
  });
  await say({ value: diagnosis, text: (how) => renderDiagnosis(diagnosis, how) }, options, io);
  return diagnosis.exit;
}

/** On a connection of its own, which tries again for a moment only: a list that fails is what it looks for. */
async function probed({ cluster, place, options, io }: Run): ReturnType<typeof servedVersions> {
  const { clock } = cluster;
  const until = clock.elapsed() + patienceMs;
  const connection = await connect({
    env: io.env,
    stop: io.stop,
    clock,
    remaining: () => until - clock.elapsed(),
    ...(options.kubeconfig === undefined ? {} : { kubeconfig: options.kubeconfig }),
    ...(options.context === undefined ? {} : { context: options.context }),
  });
  try {
    return await servedVersions(connection, place.namespace);
  } finally {
    await connection.close();
  }
}

const patienceMs = 2_000;
