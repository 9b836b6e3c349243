import type { KubeObject } from '../model/kube.ts';
import { owners } from '../theia/owners.ts';
import type { AppEvent, OperatorKind } from '../theia/reconcile/kinds.ts';
import { poolPass } from '../theia/reconcile/pass.ts';
import type { Request, Work } from '../theia/reconcile/requests.ts';
import type { PassStep } from '../theia/reconcile/steps.ts';
import { proxyConfigSource } from '../theia/templates/config-map.ts';
import type { OperatorSettings } from '../theia/templates/subject.ts';

/** What a pass does to a namespace, and how it leaves it. */
export interface Pass {
  steps: PassStep[];
  /** All objects given, after the steps; new ones carry made-up UIDs. */
  objects: KubeObject[];
}

/**
 * What an event of an AppDefinition makes of objects that nobody else changes meanwhile, once the watch is up or at a start
 * (every AppDefinition is then ADDED). `app` is the AppDefinition as the event brings it; where it is gone already, the object
 * that was deleted. Nothing is refused: a PVC that is being deleted goes in time, `oauth2-proxy-config` is there.
 */
export function planEvent(
  kind: OperatorKind,
  event: AppEvent,
  app: KubeObject,
  objects: readonly KubeObject[],
  settings: OperatorSettings,
): Pass {
  const pass: Pass = { steps: [], objects: [...objects] };
  const work: Work = poolPass(kind, event, app, settings);
  for (let next = work.next(); next.done !== true; next = work.next(answer(next.value, pass.objects))) {
    if (!('step' in next.value) || next.value.step === undefined) continue;
    pass.steps.push(next.value.step);
    pass.objects = applyStep(pass.objects, next.value.step);
  }
  return pass;
}

function answer(request: Request, objects: readonly KubeObject[]): unknown {
  switch (request.verb) {
    case 'list':
      return objects.filter(({ kind }) => kind === request.kind);
    case 'get': {
      const { kind, name } = request;
      const found = objects.find((object) => isIt(object, request));
      if (found === undefined && name === proxyConfigSource) return { kind, metadata: { name }, data: {} };
      const leaving = kind === 'PersistentVolumeClaim' && found?.metadata.deletionTimestamp !== undefined;
      return leaving ? undefined : found;
    }
    case 'now':
      return 0;
    default:
      return undefined;
  }
}

/**
 * The objects after a step, as the API server would leave them: a create of a name that exists changes nothing
 * (409, logged, not retried) unless it is being deleted, a delete of one that is gone neither. New objects get the UID `planned/<kind>/<name>`.
 * Dependents of a deleted object are left where they are: collecting them is not the operator's work.
 */
function applyStep(objects: readonly KubeObject[], step: PassStep): KubeObject[] {
  switch (step.act) {
    case 'create': {
      if (objects.some((object) => isIt(object, step) && object.metadata.deletionTimestamp === undefined))
        return [...objects];
      const metadata = { ...step.object.metadata, uid: `planned/${step.kind}/${step.name}` };
      return [...objects.filter((object) => !isIt(object, step)), { ...step.object, metadata }];
    }
    case 'delete':
      return objects.filter((object) => !isIt(object, step));
    case 'disown':
      return objects.map((object) => (isIt(object, step) ? without(object, step.owner) : object));
  }
}

function isIt({ kind, metadata }: KubeObject, of: { kind: string; name: string }): boolean {
  return kind === of.kind && metadata.name === of.name;
}

function without(object: KubeObject, owner: string): KubeObject {
  const ownerReferences = owners(object).filter(({ uid }) => uid !== owner);
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}
