import type { Kind } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { type ExpectedPart, type PartKind, partKinds } from '../../model/parts.ts';
import { placePart } from '../parts.ts';
import { partTemplate } from '../templates/part.ts';
import type { NewObject, OperatorSettings } from '../templates/subject.ts';

/**
 * Why the operator touches an object; `renewed` is a create right after a delete of the same name, `unowned` follows
 * the deletion of the AppDefinition.
 */
export type PassWhy = 'missing' | 'outdated' | 'renewed' | 'surplus' | 'released' | 'unowned';

interface OnObject {
  id: number;
  part: PartKind;
  sidecar?: string;
  kind: Kind;
  name: string;
  why: PassWhy;
}

export interface CreateStep extends OnObject {
  act: 'create';
  object: NewObject;
}

/** Sent without any precondition (docs/theia-cloud.md#reconcile); `uid` is of the object that was listed. */
export interface DeleteStep extends OnObject {
  act: 'delete';
  uid: string;
}

/** The AppDefinition's owner reference is taken off, by GET and a patch that tests resourceVersion. */
export interface DisownStep extends OnObject {
  act: 'disown';
  uid: string;
  owner: string;
}

/** One thing that the operator does to one object. A pass is a list of these; `plan` prints the very same. */
export type PassStep = CreateStep | DeleteStep | DisownStep;

export function createStep(
  app: KubeObject,
  id: number,
  part: ExpectedPart,
  why: PassWhy,
  settings: OperatorSettings,
): CreateStep {
  const sidecar = part.sidecar === undefined ? {} : { sidecar: part.sidecar };
  return {
    act: 'create',
    id,
    part: part.kind,
    ...sidecar,
    kind: partKinds[part.kind].kind,
    name: part.name,
    why,
    object: partTemplate(app, id, part, settings),
  };
}

/** Undefined for an object that is no part of an instance. */
export function deleteStep(object: KubeObject, why: PassWhy): DeleteStep | undefined {
  const on = onObject(object, why);
  return on === undefined ? undefined : { act: 'delete', ...on, uid: object.metadata.uid };
}

export function disownStep(object: KubeObject, why: PassWhy, owner: string): DisownStep | undefined {
  const on = onObject(object, why);
  return on === undefined ? undefined : { act: 'disown', ...on, uid: object.metadata.uid, owner };
}

function onObject(object: KubeObject, why: PassWhy): OnObject | undefined {
  const placed = placePart(object);
  if (placed === undefined) return undefined;
  return {
    id: placed.id,
    part: placed.kind,
    ...(placed.sidecar === undefined ? {} : { sidecar: placed.sidecar }),
    kind: partKinds[placed.kind].kind,
    name: object.metadata.name,
    why,
  };
}
