import type { KubeObject } from '../model/kube.ts';
import { nameList } from '../text/lists.ts';
import { fieldManager } from '../theia/time.ts';
import type { Facts } from './facts.ts';
import { type Finding, findingsAbout } from './finding.ts';

export const ownerRows = {
  ownedByArgo: { severity: 'note', says: 'Argo CD, Application {application}: {apps}' },
  ownedByHelm: { severity: 'note', says: 'Helm, release {release}: {apps}' },
  ownedTwice: {
    severity: 'warning',
    says: '{app}: Application {application} and release {release} both own it, and each undoes the other',
    todo: 'leave it to one of them',
  },
  ownedByLabel: {
    severity: 'note',
    says: '{apps}: label app.kubernetes.io/instance is {instance}, by which Argo CD may track them',
  },
  ownedByNobody: {
    severity: 'note',
    says: '{apps}: no sign of Argo CD or Helm',
    todo: 'put it under Argo CD or Helm, or run verify from the pipeline that applies it',
  },
  severalWriters: {
    severity: 'warning',
    says: '{apps}: several managers write the spec: {managers}',
    todo: 'expect a sync to undo live edits and to move the generation; in Argo CD ignore /spec/minInstances and /spec/maxInstances with RespectIgnoreDifferences=true',
  },
} as const;

const found = findingsAbout('owners', ownerRows);

/** Who else keeps the AppDefinitions: a tool that applies them, and everybody who wrote a spec. */
export function ownerFindings({ snapshot }: Facts): Finding[] {
  const apps = snapshot.objects.AppDefinition;
  if (apps.length === 0) return [];
  const signs = apps.map((app) => ({ name: app.metadata.name, ...signsOf(app) }));
  const twice = signs.filter(({ argo, helm }) => argo !== undefined && helm !== undefined);
  const rest = signs.filter((each) => !twice.includes(each));
  const labelled = rest.filter(({ argo, helm, label }) => argo === undefined && helm === undefined && label);
  const nobody = rest.filter(
    ({ argo, helm, label }) => argo === undefined && helm === undefined && label === undefined,
  );
  return [
    ...twice.map(({ name, argo = '', helm = '' }) =>
      found('ownedTwice', { app: name, application: argo, release: helm }),
    ),
    ...grouped(rest, 'argo').map(([application, names]) =>
      found('ownedByArgo', { application, apps: names }),
    ),
    ...grouped(rest, 'helm').map(([release, names]) => found('ownedByHelm', { release, apps: names })),
    ...grouped(labelled, 'label').map(([instance, names]) =>
      found('ownedByLabel', { instance, apps: names }),
    ),
    ...(nobody.length === 0
      ? []
      : [found('ownedByNobody', { apps: nameList(nobody.map(({ name }) => name)) })]),
    ...writers(apps),
  ];
}

interface Signs {
  argo?: string;
  helm?: string;
  label?: string;
}

/**
 * Argo CD: https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/ (`<application>:<group>/<kind>:...`).
 * Helm: the annotations by which it tells its own from other objects.
 */
function signsOf({ metadata }: KubeObject): Signs {
  const { annotations = {}, labels = {} } = metadata;
  const tracking = annotations['argocd.argoproj.io/tracking-id']?.split(':')[0];
  const argo = tracking ?? labels['argocd.argoproj.io/instance'];
  const helm = annotations['meta.helm.sh/release-name'];
  const label = labels['app.kubernetes.io/instance'];
  return {
    ...(argo === undefined ? {} : { argo }),
    ...(helm === undefined ? {} : { helm }),
    ...(label === undefined ? {} : { label }),
  };
}

function grouped(signs: readonly (Signs & { name: string })[], sign: keyof Signs): [string, string][] {
  const groups = new Map<string, string[]>();
  for (const each of signs) {
    const owner = each[sign];
    if (owner !== undefined) groups.set(owner, [...(groups.get(owner) ?? []), each.name]);
  }
  return [...groups].map(([owner, names]) => [owner, nameList(names)]);
}

/** Specs that more than one manager wrote: the next sync of one undoes what the other wrote. */
function writers(apps: readonly KubeObject[]): Finding[] {
  const groups = new Map<string, string[]>();
  for (const app of apps) {
    const names = nameList(managersOf(app));
    if (managersOf(app).length > 1) groups.set(names, [...(groups.get(names) ?? []), app.metadata.name]);
  }
  return [...groups].map(([managers, names]) => found('severalWriters', { managers, apps: nameList(names) }));
}

function managersOf({ metadata }: KubeObject): string[] {
  const wrote = (metadata.managedFields ?? []).filter(
    (field) =>
      field.subresource === undefined &&
      field.manager !== fieldManager &&
      Object.hasOwn(fieldsOf(field), 'f:spec'),
  );
  return [...new Set(wrote.map(({ manager = '' }) => manager))].sort();
}

function fieldsOf(field: object): object {
  const { fieldsV1 } = field as { fieldsV1?: unknown };
  return typeof fieldsV1 === 'object' && fieldsV1 !== null ? fieldsV1 : {};
}
