import type { ControlPlane } from '../control-plane/control-plane.ts';
import { widthLimit } from '../control-plane/width-limit.ts';
import { appDefinition, installation } from '../harness/objects.ts';
import type { Played } from '../harness/play.ts';
import { untilReady } from '../harness/prepare.ts';
import { newStage, type Stage, until } from '../harness/stage.ts';
import type { HookRun } from './hook-pod/kit.ts';
import { java } from './java.ts';
import { type Foreign, type Gap, gapsOf, rulesWithout, verifyManifests } from './rights-manifests.ts';
import { type ToolGround, toolGround } from './tool-ground.ts';
import type { Tools } from './workshop.ts';

/**
 * Takes each right of the chart's Role for verify away once, against a stale pool: without what a look needs it exits 3,
 * without what a write needs 1, each time with the right's name in its verdict; what else is in the Role it can do without.
 */
export async function playRights(cluster: ControlPlane, tools: Tools, namespace: string): Promise<Played> {
  const begun = performance.now();
  const ground = await toolGround(cluster, namespace, tools.images);
  const stage = newStage(ground, 'ensure-on-added', { apps: [] });
  const faults: string[] = [];
  const story: string[] = [];
  try {
    const manifests = await verifyManifests(cluster, tools, namespace);
    await prepareStale(stage);
    const gaps = gapsOf(manifests);
    const tell = async (some: readonly Gap[], at: number): Promise<void> => {
      const limit = widthLimit(4);
      await Promise.all(
        some.map((gap, index) =>
          limit(async () => {
            const run = await runWithout(cluster, stage, ground, manifests, gap, at + index);
            const found = faultsOf(gap, run);
            faults.push(...found);
            story.push(`${gap.use} ${gap.verb} ${gap.resource}: ${run.exitCode} ${run.message}`);
          }),
        ),
      );
    };
    // Nobody among these may write, so the pool stays as stale for the next.
    await tell(
      gaps.filter(({ use }) => use === 'look' || use === 'write'),
      0,
    );
    await runWithout(cluster, stage, ground, manifests, undefined, gaps.length);
    await tell(
      gaps.filter(({ use }) => use !== 'look' && use !== 'write'),
      gaps.length + 1,
    );
    if (gaps.length < 20) faults.push(`only ${gaps.length} rights were looked at`);
  } catch (error) {
    faults.push(`stopped: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await stage.operator.close();
    await ground.stop();
  }
  return { faults, story: story.join('\n'), seconds: (performance.now() - begun) / 1000 };
}

async function prepareStale(stage: Stage): Promise<void> {
  const { ground, operator } = stage;
  const { hands } = ground;
  await hands.create('HTTPRoute', installation.route);
  await hands.create('ConfigMap', installation.proxyConfig);
  await operator.start();
  await operator.whenQuiet();
  await hands.create('AppDefinition', appDefinition(java()));
  await operator.whenQuiet();
  await untilReady(stage, 'java');
  await operator.stop();
  await hands.patch('AppDefinition', 'java', { spec: { image: 'registry.example.test/java:1.1.0' } });
  await operator.start();
  await operator.whenQuiet();
}

/** Runs the chart's Job under an account of its own that lacks the right; none: with all of them. */
async function runWithout(
  { api }: ControlPlane,
  stage: Stage,
  ground: ToolGround,
  manifests: readonly Foreign[],
  gap: Gap | undefined,
  number: number,
): Promise<HookRun> {
  const name = `verify-${String(number).padStart(2, '0')}`;
  for (const manifest of manifests) {
    const object = structuredClone(manifest);
    object.metadata = { name };
    if (object.kind === 'Role') object.rules = rulesWithout(object.rules, gap);
    if (object.kind === 'RoleBinding') {
      object.roleRef.name = name;
      object.subjects[0].name = name;
    }
    if (object.kind === 'Job') object.spec.template.spec.serviceAccountName = name;
    await api.call(pathFor(object, ground.namespace), { method: 'POST', body: object });
  }
  const find = (): HookRun | undefined =>
    ground.hookPods.runs.find(({ job, times }) => job === name && times.ended !== undefined);
  await until(stage, `${name} over`, () => find() !== undefined, 90);
  return find() as HookRun;
}

const plurals: Record<string, string> = {
  ServiceAccount: 'serviceaccounts',
  Role: 'roles',
  RoleBinding: 'rolebindings',
  Job: 'jobs',
};

function pathFor({ apiVersion, kind }: Foreign, namespace: string): string {
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  return `${root}/namespaces/${namespace}/${plurals[kind]}`;
}

function faultsOf({ use, verb, resource }: Gap, { exitCode, message }: HookRun): string[] {
  const wanted = use === 'look' ? 3 : use === 'write' ? 1 : 0;
  const named = wanted === 0 || message.includes(`${verb} ${resource}`);
  return [
    ...(exitCode === wanted
      ? []
      : [`without ${verb} ${resource} (${use}): exit ${exitCode}, expected ${wanted}: ${message}`]),
    ...(named ? [] : [`without ${verb} ${resource} (${use}) the verdict does not name it: ${message}`]),
  ];
}
