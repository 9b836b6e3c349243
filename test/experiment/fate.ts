import type { KubeObject } from '../../plugin/model/kube.ts';
import { partsOf } from '../harness/judge-sessions.ts';
import { instanceOf, instancesOf, listOf, ownersOf, partView, type View } from '../harness/view.ts';

/** What became of one session, from its creation to its end. */
export interface Fate {
  name: string;
  /** Empty: whole from HANDLED to the end. */
  broken: string[];
  /** Its Deployment runs another image than the AppDefinition had when it was handled. */
  old: boolean;
  start: 'eager' | 'lazy' | 'none';
  /** It was being handled while the gate closed. */
  met: boolean;
}

/** Every version of what sessions consist of, in the order of writes. */
export interface Versions {
  sessions: readonly KubeObject[];
  /** Services, Deployments and ConfigMaps. */
  objects: readonly KubeObject[];
}

/** A session's life as it was recorded. */
export interface Life {
  name: string;
  /** The cluster just before the session was ended. */
  last: View;
  /** What the AppDefinition asked for all the time. */
  image: string;
}

/** Parts that an instance and a lazily started session have alike. */
const wanted = ['externalService', 'internalService', 'deployment', 'proxyConfigMap', 'emailConfigMap'];

/**
 * A session is broken when it was not handled, when what it got lacked a part, or when from then to its end a Service, Deployment
 * or ConfigMap of it vanished or was remade, or its allow-list held anything but its user at any moment.
 */
export function fateOf({ name, last, image }: Life, versions: Versions): Fate {
  const own = versions.sessions.filter(({ metadata }) => metadata.name === name);
  const session = own.at(-1);
  const handled = own.find(({ status }) => status?.operatorStatus === 'HANDLED');
  const decided = handled ?? own.find(({ status }) => status?.operatorStatus === 'ERROR');
  const met = own[0] !== undefined && closedWithin(own[0], decided, versions.objects);
  if (session === undefined || handled === undefined) {
    const { operatorStatus = 'no status', operatorMessage = '' } = session?.status ?? {};
    return { name, broken: [`${operatorStatus}: ${operatorMessage}`], old: false, start: 'none', met };
  }
  const got = partsWhen(handled, versions.objects);
  const eager = got.some(({ metadata }) => instanceOf(metadata.name) !== undefined);
  const until = newest(last);
  const after = versions.objects.filter(
    (object) => version(object) > version(handled) && version(object) <= until,
  );
  const deployment = got.find(({ kind }) => kind === 'Deployment');
  return {
    name,
    broken: [
      ...lacking(got),
      ...got.flatMap((object) => lossOf(object, last)),
      ...listFaults(session, got, after),
    ],
    old: deployment !== undefined && !imagesOf(deployment).includes(image),
    start: eager ? 'eager' : 'lazy',
    met,
  };
}

/** A hold was set on some Service after the one version and before the other. */
function closedWithin(from: KubeObject, to: KubeObject | undefined, objects: readonly KubeObject[]): boolean {
  const held = new Map<string, boolean>();
  return objects.some((object) => {
    if (object.kind !== 'Service') return false;
    const { name } = object.metadata;
    const was = held.get(name) === true;
    const is = ownersOf(object, 'Lease').length > 0;
    held.set(name, is);
    return (
      is && !was && version(object) > version(from) && (to === undefined || version(object) < version(to))
    );
  });
}

/** The newest version until then of everything in the session's place: its instance, or what it owns. */
function partsWhen(handled: KubeObject, objects: readonly KubeObject[]): KubeObject[] {
  const until = version(handled);
  const byName = new Map<string, KubeObject>();
  for (const object of objects) {
    if (version(object) <= until) byName.set(`${object.kind}/${object.metadata.name}`, object);
  }
  const known = [...byName.values()];
  const services = known.filter(({ kind }) => kind === 'Service');
  const view = { ...nothing, objects: services, instances: instancesOf(services) };
  const place = partsOf(handled, view)
    .map(({ object }) => instanceOf(object.metadata.name))
    .find((found) => found !== undefined);
  if (place === undefined) return known.filter((object) => owns(handled, object));
  return known.filter(({ metadata }) => JSON.stringify(instanceOf(metadata.name)) === JSON.stringify(place));
}

const nothing: View = { apps: [], sessions: [], objects: [], pods: [], leases: [], instances: [] };

function lacking(got: readonly KubeObject[]): string[] {
  const kinds: string[] = got.map((object) => partView(object).kind);
  return wanted.filter((kind) => !kinds.includes(kind)).map((kind) => `got no ${kind}`);
}

function lossOf(object: KubeObject, last: View): string[] {
  const { kind, metadata } = object;
  const now = last.objects.find((each) => each.kind === kind && each.metadata.name === metadata.name);
  const what = partView(object).kind;
  if (now === undefined) return [`${what} vanished`];
  return now.metadata.uid === metadata.uid ? [] : [`${what} remade`];
}

function listFaults(session: KubeObject, got: readonly KubeObject[], after: readonly KubeObject[]): string[] {
  const emails = got.find((object) => partView(object).kind === 'emailConfigMap');
  if (emails === undefined) return [];
  const versions = [
    emails,
    ...after.filter((each) => each.kind === 'ConfigMap' && each.metadata.name === emails.metadata.name),
  ];
  const right = (each: KubeObject): boolean => listOf(each).join() === session.spec.user;
  return versions.every(right) ? [] : ['allow-list wrong'];
}

function owns(session: KubeObject, { metadata }: KubeObject): boolean {
  return (metadata.ownerReferences ?? []).some(({ uid }) => uid === session.metadata.uid);
}

function imagesOf(deployment: KubeObject): string[] {
  return deployment.spec.template.spec.containers.map(({ image }: { image: string }) => image);
}

function version({ metadata }: KubeObject): bigint {
  return BigInt(metadata.resourceVersion ?? '0');
}

function newest(view: View): bigint {
  const all = [...view.objects, ...view.sessions, ...view.apps, ...view.pods, ...view.leases].map(version);
  return all.sort((one, other) => Number(one - other)).at(-1) ?? 0n;
}
