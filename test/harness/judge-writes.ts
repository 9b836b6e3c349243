import type { KubeObject, OwnerReference } from '../../plugin/model/kube.ts';
import type { History, Write } from './ground.ts';
import { instanceOf, ownersOf } from './view.ts';

/**
 * What warmgate may ever write (docs/architecture.md#gate-rules), held against the objects as they were under the resourceVersion that
 * the write itself carried. One line for each write that breaks it; refused writes count like the others. `allowed`: what the
 * runs were allowed beyond the gate.
 */
export async function writeFaults(
  writes: readonly Write[],
  history: History,
  allowed: readonly string[] = [],
): Promise<string[]> {
  const faults: string[] = [];
  for (const write of writes) {
    const what = `${write.verb} ${write.resource}/${write.name} (${write.code})`;
    faults.push(...(await judge(write, history, allowed)).map((fault) => `${what}: ${fault}`));
  }
  return faults;
}

async function judge(write: Write, history: History, allowed: readonly string[]): Promise<string[]> {
  const { verb, resource, name, body, subresource } = write;
  if (subresource !== '') return ['touches a subresource'];
  if (resource === 'events') return only(verb, 'create');
  if (resource === 'configmaps' && name === 'warmgate-report') return only(verb, 'create', 'patch');
  if (resource === 'leases')
    return name.startsWith('warmgate-')
      ? [...only(verb, 'create', 'patch', 'delete'), ...judgeLease(body)]
      : ['is no Lease of ours'];
  if (verb === 'delete') return judgeDelete(write, history, allowed);
  if (verb !== 'patch') return ['is no patch'];
  const before = await history.version(String(body?.metadata?.resourceVersion));
  if (before === undefined) return ['carries no resourceVersion that this object ever had'];
  if (before.metadata.name !== name) return [`carries the resourceVersion of ${before.metadata.name}`];
  if (resource === 'appdefinitions') return judgeNudge(body);
  if (name === operatorDeployment) return judgeRestart(body, allowed);
  if (instanceOf(name) === undefined) return ['is no part of an instance'];
  return judgePart(body, before, history);
}

function only(verb: string, ...allowed: string[]): string[] {
  return allowed.includes(verb) ? [] : [`is not one of ${allowed.join(', ')}`];
}

const operatorDeployment = 'operator-deployment';

/** Helm deletes a hook's Job once it succeeded: an owner like that would open the gate before anything is applied. */
// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function judgeLease(body: any): string[] {
  const owners: OwnerReference[] = body?.metadata?.ownerReferences ?? [];
  return owners.filter(({ kind }) => kind !== 'AppDefinition').map(({ kind }) => `belongs to a ${kind}`);
}

async function judgeDelete(
  { resource, body }: Write,
  history: History,
  allowed: readonly string[],
): Promise<string[]> {
  const { uid, resourceVersion } = body?.preconditions ?? {};
  if (uid === undefined || resourceVersion === undefined) return ['deletes without preconditions'];
  const before = await history.version(String(resourceVersion));
  if (before === undefined || before.metadata.uid !== uid) return ['its preconditions fit no object'];
  const sidecar = before.metadata.labels?.['theia-cloud.io/sidecar'] !== undefined;
  const may =
    resource === 'services' ||
    (resource === 'deployments' && sidecar && allowed.includes('restart-operator')) ||
    (['deployments', 'configmaps'].includes(resource) && allowed.includes('replace'));
  return [
    ...(may && instanceOf(before.metadata.name) !== undefined ? [] : [`deletes one of the ${resource}`]),
    ...(ownersOf(before, 'Session').length > 0 ? ['deletes what a Session owns'] : []),
  ];
}

/** A rollout restart as `kubectl rollout restart` writes it, and nothing else of it. */
// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function judgeRestart(body: any, allowed: readonly string[]): string[] {
  const annotations = body?.spec?.template?.metadata?.annotations ?? {};
  const { resourceVersion } = body?.metadata ?? {};
  const bare = { metadata: { resourceVersion }, spec: { template: { metadata: { annotations } } } };
  const only = Object.keys(annotations).join() === 'kubectl.kubernetes.io/restartedAt';
  return [
    ...(allowed.some((each) => each === 'restart-operator' || each === 'replace')
      ? []
      : ['restarts the operator']),
    ...(only && JSON.stringify(body) === JSON.stringify(bare) ? [] : ['writes more than a restart']),
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function judgeNudge(body: any): string[] {
  const { metadata = {}, ...rest } = body;
  const { resourceVersion: _, annotations = {}, ...others } = metadata;
  const names = [...Object.keys(rest), ...Object.keys(others), ...Object.keys(annotations)];
  return names.every((name) => name === 'warmgate/nudge') ? [] : [`writes ${names.join(', ')}`];
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function judgePart(body: any, before: KubeObject, history: History): string[] {
  const { metadata = {}, data, spec, ...rest } = body;
  const { resourceVersion: _, ownerReferences, labels = {}, ...others } = metadata;
  const unknown = [...Object.keys(rest), ...Object.keys(others)];
  const claimed = ownersOf(before, 'Session').length > 0;
  const changesService = spec !== undefined && (claimed || !before.metadata.name.endsWith('-int'));
  return [
    ...unknown.map((name) => `writes ${name}`),
    ...(ownerReferences === undefined ? [] : judgeOwners(ownerReferences, before, history)),
    ...(Object.keys(labels).length > 0 && claimed ? ['labels a part that a Session owns'] : []),
    ...(changesService || Object.keys(spec ?? {}).some((key) => key !== 'ports') ? ['writes a spec'] : []),
    ...(data === undefined ? [] : judgeList(data, before, history)),
  ];
}

/** Only our own references come and go, and that of the Session which has the instance. */
function judgeOwners(after: OwnerReference[], { metadata }: KubeObject, history: History): string[] {
  const before = metadata.ownerReferences ?? [];
  const has = (list: OwnerReference[], { uid }: OwnerReference): boolean =>
    list.some((each) => each.uid === uid);
  const gone = before.filter((owner) => !has(after, owner));
  const added = after.filter((owner) => !has(before, owner));
  const kept = after.filter((owner) => has(before, owner));
  const claimed = before.some(({ kind }) => kind === 'Session');
  const isOurs = ({ kind, name }: OwnerReference): boolean =>
    kind === 'Lease' && name.startsWith('warmgate-');
  return [
    ...gone.filter((owner) => !isOurs(owner)).map(({ kind, name }) => `takes ${kind} ${name} off`),
    ...kept
      .filter(
        (owner) => JSON.stringify(owner) !== JSON.stringify(before.find(({ uid }) => uid === owner.uid)),
      )
      .map(({ kind, name }) => `changes the reference to ${kind} ${name}`),
    ...added.flatMap((owner) => [
      ...(owner.controller !== undefined || owner.blockOwnerDeletion !== undefined
        ? ['adds more than an owner']
        : []),
      ...(isOurs(owner)
        ? claimed
          ? ['holds a part that a Session owns']
          : []
        : judgeClaim(owner, metadata.name, history)),
    ]),
    ...(after.some(({ kind }) => kind === 'AppDefinition' || kind === 'Session')
      ? []
      : ['leaves no owner but ours']),
  ];
}

/** The Session must have owned another part of the very instance already. */
function judgeClaim(owner: OwnerReference, name: string, history: History): string[] {
  if (owner.kind !== 'Session') return [`adds ${owner.kind} ${owner.name} as owner`];
  const place = JSON.stringify(instanceOf(name));
  const owned = history
    .of('Service')
    .some(
      (service) =>
        JSON.stringify(instanceOf(service.metadata.name)) === place &&
        ownersOf(service, 'Session').some(({ uid }) => uid === owner.uid),
    );
  return owned ? [] : [`gives the part to Session ${owner.name}, which has another instance`];
}

function judgeList(data: Record<string, string>, before: KubeObject, history: History): string[] {
  const keys = Object.keys(data);
  if (keys.join() !== 'authenticated-emails-list') return [`writes ${keys.join(', ')}`];
  const place = JSON.stringify(instanceOf(before.metadata.name));
  const holders = history
    .of('Service')
    .filter((service) => JSON.stringify(instanceOf(service.metadata.name)) === place)
    .flatMap((service) => ownersOf(service, 'Session').map(({ uid }) => uid));
  const users = history.of('Session').filter(({ metadata }) => holders.includes(metadata.uid));
  const known = users.some(({ spec }) => spec.user === data['authenticated-emails-list']);
  return known ? [] : ['writes an address that is not its session user'];
}

/**
 * The moment of each nudge (docs/theia-cloud.md#f2, #f4, #lever-6): every internal Service that no Session has was held, and every
 * live session owned all of its instance. Read from what the cluster was just before, not from what the run says of it.
 */
export function nudgeFaults(writes: readonly Write[], history: History): string[] {
  const sent = writes.filter(({ resource, code }) => resource === 'appdefinitions' && code === 200);
  return sent.flatMap(({ name, body }) => {
    const value: unknown = body?.metadata?.annotations?.['warmgate/nudge'];
    const nudged = history
      .of('AppDefinition')
      .find(({ metadata }) => metadata.name === name && metadata.annotations?.['warmgate/nudge'] === value);
    if (value === undefined || nudged === undefined) return [`the nudge of ${name} is not in the history`];
    return faultsAt(nudged, history).map((fault) => `nudge of ${name}: ${fault}`);
  });
}

function faultsAt(app: KubeObject, history: History): string[] {
  const moment = app.metadata.resourceVersion ?? '0';
  const parts = (['Service', 'ConfigMap', 'Deployment', 'PersistentVolumeClaim'] as const)
    .flatMap((kind) => history.before(kind, moment))
    .filter(({ metadata }) => app.metadata.uid.endsWith(instanceOf(metadata.name)?.uid12 ?? ' '));
  const claimed = new Set(parts.filter(hasSession).map(idOf));
  const open = parts.filter(
    (part) =>
      part.metadata.name.endsWith('-int') && !claimed.has(idOf(part)) && ownersOf(part, 'Lease').length === 0,
  );
  const live = history.before('Session', moment).filter(({ status }) => status?.operatorStatus === 'HANDLED');
  const uncovered = live.flatMap((session) => {
    const owns = (part: KubeObject): boolean =>
      ownersOf(part, 'Session').some(({ uid }) => uid === session.metadata.uid);
    const own = new Set(parts.filter(owns).map(idOf));
    return parts.filter((part) => own.has(idOf(part)) && !owns(part));
  });
  return [
    ...open.map(({ metadata }) => `${metadata.name} was open`),
    ...uncovered.map(({ kind, metadata }) => `${kind} ${metadata.name} was not its session's own`),
  ];
}

function hasSession(part: KubeObject): boolean {
  return ownersOf(part, 'Session').length > 0;
}

function idOf({ metadata }: KubeObject): number | undefined {
  return instanceOf(metadata.name)?.id;
}
