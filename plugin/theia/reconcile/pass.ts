import type { KubeObject } from '../../model/kube.ts';
import { appName, minInstances, sidecarsOf } from '../app-definition.ts';
import { instanceId } from '../names.ts';
import { isOwnedBy } from '../owners.ts';
import { placePart } from '../parts.ts';
import { admitsOnly, appOf, claimedId, phaseOf, userOf } from '../session.ts';
import { proxyConfigSource, withProxyConfig } from '../templates/config-map.ts';
import {
  instanceSubject,
  type NewObject,
  type OperatorSettings,
  type Subject,
} from '../templates/subject.ts';
import { type AppEvent, type Operator, type OperatorKind, type PassKind, passFor } from './kinds.ts';
import {
  addOwner,
  create,
  edit,
  get,
  list,
  log,
  now,
  pause,
  pauseMs,
  removeOwner,
  setAllowList,
  type Work,
} from './requests.ts';
import {
  ensureListsFirst,
  ensureStage,
  looksUpNames,
  ownedIn,
  reconcileStage,
  releasedKinds,
  releaseSteps,
  stages,
  stagesOf,
} from './stages.ts';
import type { CreateStep, PassStep } from './steps.ts';

/** What an event of an AppDefinition makes the operator do. `app` is the object that the event brought. */
export function* appEvent(operator: Operator, event: AppEvent, app: KubeObject): Work {
  const { kind, settings, eagerStart } = operator;
  const pass = passFor(kind, event);
  if (pass === 'nothing') return;
  if (pass !== 'release' && !(yield* ensureRoute(app))) {
    yield* log(
      `Expected HTTPRoute '${app.spec?.ingressname}' for ${appName(app)} does not exist. Abort handling.`,
    );
    return;
  }
  if (!eagerStart) return;
  const names = sidecarsOf(app).map(({ name }) => name);
  if (pass !== 'release' && new Set(names).size < names.length) {
    yield* log(`Duplicate sidecar names in ${appName(app)}. Abort handling.`);
    return;
  }
  yield* log(passLine(pass, app));
  yield* poolPass(kind, event, app, settings);
  if (kind === 'reconcile-on-added' && pass !== 'release' && settings.keycloak) yield* restore(app);
}

function passLine(pass: Exclude<PassKind, 'nothing'>, app: KubeObject): string {
  const name = appName(app);
  switch (pass) {
    case 'ensure':
      return `Ensuring pool capacity: ${minInstances(app)} for ${name}`;
    case 'reconcile':
      return `Reconciling pool of ${name} to ${minInstances(app)} instances, generation ${app.metadata.generation}`;
    case 'release':
      return `Releasing all pool resources for ${name}`;
  }
}

/**
 * A pass over the pool of one AppDefinition, stage by stage: what it lists, then what it does to each object
 * (docs/theia-cloud.md#reconcile). A refused request is logged and the pass goes on; at ADDED, PVCs and sidecars it ends
 * the pass: then it is thrown.
 */
export function* poolPass(
  kind: OperatorKind,
  event: AppEvent,
  app: KubeObject,
  settings: OperatorSettings,
): Work {
  switch (passFor(kind, event)) {
    case 'nothing':
      return;
    case 'release':
      for (const each of releasedKinds)
        yield* carryOut(app, releaseSteps(app, each, yield* list(each)), settings, 'log');
      return;
    case 'ensure': {
      const first = yield* list(...ensureListsFirst);
      for (const stage of stagesOf(settings)) {
        const listed = looksUpNames(stage) ? yield* list(...stages[stage].lists) : first;
        yield* carryOut(app, ensureStage(stage, app, listed, settings), settings, 'throw');
      }
      return;
    }
    case 'reconcile':
      for (const stage of stagesOf(settings)) {
        const listed = yield* list(...stages[stage].lists);
        const onFailure = looksUpNames(stage) ? 'throw' : 'log';
        yield* carryOut(app, reconcileStage(stage, app, listed, settings), settings, onFailure);
      }
  }
}

/** Carries steps out in order; what was not deleted is not made anew. */
export function* carryOut(
  app: KubeObject,
  steps: readonly PassStep[],
  settings: OperatorSettings,
  onFailure: 'log' | 'throw',
): Work {
  let undeleted = '';
  for (const step of steps) {
    const key = `${step.kind}/${step.name}`;
    const renewed = step.act === 'create' && step.why === 'renewed';
    if (renewed && undeleted === key) continue;
    try {
      yield* carryOutStep(app, step, settings);
    } catch (error) {
      if (onFailure === 'throw') throw error;
      yield* log(`Failed to ${step.act} ${key}: ${(error as Error).message}`);
      if (step.act === 'delete') undeleted = key;
    }
    // An edit has taken its time. A delete and the create after it are one object's time together.
    if (step.act !== 'disown') yield* pause(step.act === 'delete' || renewed ? 0.5 : 1);
  }
}

function* carryOutStep(app: KubeObject, step: PassStep, settings: OperatorSettings): Work {
  const { kind, name } = step;
  switch (step.act) {
    case 'create':
      yield* create(kind, yield* complete(app, step, settings), step);
      return;
    case 'delete':
      yield { verb: 'delete', kind, name, step };
      return;
    case 'disown':
      yield* edit(kind, name, removeOwner(step.owner), { step });
  }
}

function* complete(app: KubeObject, step: CreateStep, settings: OperatorSettings): Work<NewObject> {
  if (step.part === 'pvc') yield* waitForFreeName(step.name);
  if (step.part !== 'proxyConfigMap') return step.object;
  return yield* withProxySource(step.object, instanceSubject(app, step.id, settings), settings);
}

/** @throws TypeError without `oauth2-proxy-config`: no proxy ConfigMap can be made then (docs/theia-cloud.md#f8). */
export function* withProxySource(
  object: NewObject,
  subject: Subject,
  { instancesHost }: OperatorSettings,
): Work<NewObject> {
  const source = yield* get('ConfigMap', proxyConfigSource);
  if (source === undefined) throw new TypeError(`no ConfigMap ${proxyConfigSource}`);
  return withProxyConfig(object, source, subject, instancesHost);
}

/** Longest wait for a PVC that is being deleted, ms (docs/theia-cloud.md#pvc: it blocks the thread). */
const longestWait = 30_000;

/** Waits while a PVC of this name is being deleted. One that is not being deleted is left for the create to fail on. */
function* waitForFreeName(name: string): Work {
  const deadline = (yield* now()) + longestWait;
  for (;;) {
    const claim = yield* get('PersistentVolumeClaim', name);
    if (claim?.metadata.deletionTimestamp === undefined) return;
    if ((yield* now()) >= deadline) throw new Error(`PersistentVolumeClaim ${name} is still being deleted`);
    yield* pauseMs(1000);
  }
}

function* restore(app: KubeObject): Work {
  const objects = yield* list('ConfigMap', 'Service', 'Session');
  for (const { emails, user } of restoredLists(app, objects))
    yield* edit('ConfigMap', emails.metadata.name, setAllowList(user));
}

/** The HTTPRoute that the AppDefinition owns, hosts and gateway of its sessions; undefined where there is none. */
export function* ownedRoute(app: KubeObject): Work<KubeObject | undefined> {
  const routes = yield* list('HTTPRoute');
  return routes.find((route) => isOwnedBy(route, app.metadata.uid));
}

/**
 * Makes the AppDefinition an owner of the route that `spec.ingressname` names, so that deleting the last AppDefinition
 * makes the garbage collector delete it (docs/theia-cloud.md#f9). False: no such route, the AppDefinition is not handled.
 */
function* ensureRoute(app: KubeObject): Work<boolean> {
  if ((yield* ownedRoute(app)) !== undefined) return true;
  const name: unknown = app.spec?.ingressname;
  const route = typeof name === 'string' && name !== '' ? yield* get('HTTPRoute', name) : undefined;
  if (route === undefined) return false;
  yield* edit('HTTPRoute', route.metadata.name, addOwner(app));
  return true;
}

/** An allow-list that is written back to its session's user. */
export interface Restore {
  emails: KubeObject;
  /** Personal data: only ever written to that ConfigMap. */
  user: string;
}

/**
 * What an operator after EduIDE-Cloud's pull request 142 does at the end of a pass: allow-lists of claimed instances are written back where
 * their ConfigMap still exists (docs/theia-cloud.md#restored-lists): the session must own a Service of that very instance, for an
 * AppDefinition made anew gives the id to another (docs/theia-cloud.md#f10). Operators before it do nothing of the kind.
 */
export function restoredLists(app: KubeObject, objects: readonly KubeObject[]): Restore[] {
  const live = objects.filter(
    (object) =>
      object.kind === 'Session' && phaseOf(object) === 'live' && appOf(object) === app.metadata.name,
  );
  return ownedIn(app, objects, 'ConfigMap')
    .filter((object) => placePart(object)?.kind === 'emailConfigMap')
    .flatMap((emails) => {
      const session = live.find(
        (each) =>
          claimedId(each) === instanceId(emails.metadata.name) && ownsServiceOf(app, emails, each, objects),
      );
      if (session === undefined || admitsOnly(emails, userOf(session))) return [];
      return [{ emails, user: userOf(session) }];
    });
}

function ownsServiceOf(
  app: KubeObject,
  emails: KubeObject,
  session: KubeObject,
  objects: readonly KubeObject[],
): boolean {
  const suffix = app.metadata.uid.slice(-12);
  return objects.some((object) => {
    const { kind, metadata } = object;
    return (
      kind === 'Service' &&
      instanceId(metadata.name) === instanceId(emails.metadata.name) &&
      metadata.name.replace(/-int$/, '').endsWith(suffix) &&
      isOwnedBy(object, session.metadata.uid)
    );
  });
}
