import { assess } from '../assess/assess.ts';
import type { Options } from '../config/options.ts';
import { pinnedPools } from '../decide/decide.ts';
import type { Exit } from '../model/exits.ts';
import { lookAtFiles } from '../observe/read-file.ts';
import { buildReport } from '../report/building/report.ts';
import { conclude, type Found } from './conclude.ts';
import { deliver } from './deliver.ts';
import type { Io } from './io.ts';
import { lookAgain, startRounds } from './loop.ts';
import { assessOptions, checkApps, checkNamespace, openRun } from './open-run.ts';
import { version } from './version.ts';

/** One look, no write, no wait: live, or at what kubectl printed. */
export async function check(options: Options, io: Io): Promise<Exit> {
  return options.files.length > 0 ? checkFiles(options, io) : checkCluster(options, io);
}

async function checkCluster(options: Options, io: Io): Promise<Exit> {
  const run = await openRun(options, io);
  const rounds = startRounds(run);
  const found: Found[] = [];
  return conclude('check', run, rounds, found, async () => {
    const [assessment] = await Promise.all([lookAgain(run, rounds, false), checkNamespace(run)]);
    found.push(...pins(options, assessment));
  });
}

async function checkFiles(options: Options, io: Io): Promise<Exit> {
  const snapshot = await lookAtFiles(options.files, options.namespace, io);
  checkApps(snapshot, options.apps);
  const { assessment } = assess(snapshot, undefined, assessOptions(options, false));
  const report = buildReport(assessment, assessment, {
    command: 'check',
    version: version(),
    runId: '',
    server: '',
    context: '',
    traffic: { requests: 0, writes: 0, looks: 1 },
    startedAt: snapshot.now,
    endedAt: snapshot.now,
    actions: [],
    found: pins(options, assessment),
    operatorWaived: false,
  });
  await deliver(report, options, io);
  return report.exit;
}

function pins(options: Options, assessment: Parameters<typeof pinnedPools>[0]): Found[] {
  return pinnedPools(assessment, options.expectGeneration, options.expectImage).map(([app, reason]) => ({
    app,
    reason,
  }));
}
