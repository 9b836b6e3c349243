import { execa } from 'execa';
import { parseAllDocuments } from 'yaml';
import { rightsOf, type Use, wordRight } from '../../plugin/model/rights.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { helmEnvironment } from './helm.ts';
import { chartFor } from './pools-chart.ts';
import type { Tools } from './workshop.ts';

// biome-ignore lint/suspicious/noExplicitAny: foreign YAML
export type Foreign = any;

/** A right that an account lacks, and what it is for. */
export interface Gap {
  use: Use;
  verb: string;
  resource: string;
}

/** ServiceAccount, Role, RoleBinding and Job of verify as the chart renders them. */
export async function verifyManifests(
  cluster: ControlPlane,
  tools: Tools,
  namespace: string,
): Promise<Foreign[]> {
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
export function gapsOf(manifests: readonly Foreign[]): Gap[] {
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
export function rulesWithout(rules: Foreign[], gap: Gap | undefined): Foreign[] {
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
