import { assess } from '../assess/assess.ts';
import type { Options } from '../config/options.ts';
import { pinnedElsewhere } from '../decide/policy.ts';
import type { Assessment } from '../model/assessment.ts';
import type { Exit } from '../model/exits.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { look, refuseUnknownApps } from '../observe/look.ts';
import { lookAtFiles } from '../observe/read-file.ts';
import { buildReport } from '../report/building/report.ts';
import { conclude } from './conclude.ts';
import { deliver } from './deliver.ts';
import type { Io } from './io.ts';
import { assessOptions, checkNamespace, openRun } from './open-run.ts';
import { version } from './version.ts';

/** One look, no write, no wait: live, or at what kubectl printed. */
export async function check(options: Options, io: Io): Promise<Exit> {
  return options.files.length > 0 ? checkFiles(options, io) : checkCluster(options, io);
}

async function checkCluster(options: Options, io: Io): Promise<Exit> {
  const run = await openRun(options, io);
  const { cluster, place } = run;
  return conclude('check', run, async () => {
    const [assessment] = await Promise.all([
      look(cluster, cluster.clock, place).then((snapshot) => judged(snapshot, options)),
      checkNamespace(run),
    ]);
    const findings = pinnedElsewhere(assessment, pinsOf(options));
    return { state: { first: assessment, last: assessment, looks: 1, acted: [], findings } };
  });
}

async function checkFiles(options: Options, io: Io): Promise<Exit> {
  const snapshot = await lookAtFiles(options.files, options.namespace, io);
  const assessment = judged(snapshot, options);
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
    found: pinnedElsewhere(assessment, pinsOf(options)),
    operatorWaived: false,
  });
  await deliver(report, options, io);
  return report.exit;
}

function judged(snapshot: Snapshot, options: Options): Assessment {
  refuseUnknownApps(snapshot, options.apps);
  return assess(snapshot, undefined, assessOptions(options, false)).assessment;
}

function pinsOf({ expectGeneration, expectImage }: Options) {
  return { expectGeneration, expectImages: expectImage };
}
