import { execa } from 'execa';
import { parseAllDocuments } from 'yaml';
import { rightsOf, type Use, wordRight } from '../../plugin/model/rights.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { onStage, type Played } from '../harness/play.ts';
import { prepare, type Stage, until } from '../harness/stage.ts';
import { takeSteps } from '../harness/steps.ts';
import { java, missedRelease } from '../harness/usual-steps.ts';
import { widthLimit } from '../harness/width-limit.ts';
import { chartFor } from './chart.ts';
import { toolGround } from './ground.ts';
import { helmEnvironment } from './helm.ts';
import type { HookRun } from './hook-pod/life.ts';
import { toolOf } from './releases.ts';
import type { Tools } from './workshop.ts';

/**
 * Takes each right of the chart's Role for verify away once, against a stale pool: without what a look needs it exits 3,
 * without what a write needs 1, each time with the right's name in its verdict; what else is in the Role it can do without.
 */
export async function playRights(cluster: ControlPlane, tools: Tools, namespace: string): Promise<Played> {
  const begun = performance.now();
  const faults: string[] = [];
  const story: string[] = [];
  const ground = await toolGround(cluster, namespace, tools, 'helm4');
  await onStage(ground, { apps: [java()] }, async (stage) => {
    const manifests = await verifyManifests(cluster, tools, namespace);
    await prepare(stage);
    await takeSteps(stage, missedRelease('java', '1.1.0'));
    const gaps = gapsOf(manifests);
    const tell = async (some: readonly Gap[], at: number): Promise<void> => {
      const limit = widthLimit(4);
      await Promise.all(
        some.map((gap, index) =>
          limit(async () => {
            const run = await runWithout(cluster, stage, manifests, gap, at + index);
            faults.push(...faultsOf(gap, run));
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
    await runWithout(cluster, stage, manifests, undefined, gaps.length);
    await tell(
      gaps.filter(({ use }) => use !== 'look' && use !== 'write'),
      gaps.length + 1,
    );
    if (gaps.length < 20) faults.push(`only ${gaps.length} rights were looked at`);
  }).catch((error) => faults.push(`stopped: ${error instanceof Error ? error.stack : error}`));
  const seconds = (performance.now() - begun) / 1000;
  return { faults, story: story.join('\n'), seconds, prepared: true, runs: new Map() };
}

/** Runs the chart's Job under an account of its own that lacks the right; none: with all of them. */
async function runWithout(
  { api }: ControlPlane,
  stage: Stage,
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
    await api.call(pathFor(object, stage.ground.namespace), { method: 'POST', body: object });
  }
  const find = (): HookRun | undefined =>
    toolOf(stage).hookPods.runs.find(({ job, times }) => job === name && times.ended !== undefined);
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

// biome-ignore lint/suspicious/noExplicitAny: foreign YAML
export type Foreign = any;

/** A right that an account lacks, and what it is for. */
export interface Gap {
  use: Use;
  verb: string;
  resource: string;
}

/** ServiceAccount, Role, RoleBinding and Job of verify as the chart renders them. */
async function verifyManifests(cluster: ControlPlane, tools: Tools, namespace: string): Promise<Foreign[]> {
  const shop = {
    ...tools.of('helm4'),
    tool: 'helm4',
    kubeconfig: cluster.kubeconfig,
    namespace,
    dir: tools.dir,
  } as const;
  const request = {
    apps: [],
    operator: undefined,
    hooks: { timeoutSeconds: 30 },
    rollBackOnFailure: false,
    retry: 0,
    serverSide: false,
    tracking: 'annotation',
    emptyAnnotations: false,
    without: undefined,
  } as const;
  const { chart, values } = await chartFor(shop, request, true);
  const env = await helmEnvironment(shop);
  const args = ['template', 'rights', chart, '--namespace', namespace, '--values', values];
  const { stdout } = await execa(shop.helm, args, { env, extendEnv: false });
  const objects = parseAllDocuments(stdout).map((document) => document.toJS());
  return objects.filter((object: Foreign) => object?.metadata?.name === 'warmgate-verify');
}

/** Every right of the Role once, with what it is for. */
function gapsOf(manifests: readonly Foreign[]): Gap[] {
  const role = manifests.find(({ kind }) => kind === 'Role');
  const uses: readonly Use[] = ['look', 'write', 'see', 'trace'];
  const useOf = (group: string, verb: string, resource: string): Use =>
    uses.find((use) =>
      rightsOf('verify', [use]).some((right) => wordRight(right) === wordRight({ verb, group, resource })),
    ) ?? 'see';
  return role.rules.flatMap(({ apiGroups, resources, verbs }: Foreign) =>
    resources.flatMap((resource: string) =>
      verbs.map((verb: string) => ({ use: useOf(apiGroups[0], verb, resource), verb, resource })),
    ),
  );
}

/** The rules without a right, and without those that are left with nothing. */
function rulesWithout(rules: Foreign[], gap: Gap | undefined): Foreign[] {
  if (gap === undefined) return rules;
  const each: Foreign[] = rules.flatMap((rule) =>
    rule.resources.map((resource: string) => ({
      ...rule,
      resources: [resource],
      verbs: rule.verbs.filter((verb: string) => resource !== gap.resource || verb !== gap.verb),
    })),
  );
  return each.filter(({ verbs }) => verbs.length > 0);
}
