import type { KubeObject } from '../../model/kube.ts';
import { allowListKey, claimLabels } from '../../theia/labels.ts';
import { owners, referenceTo } from '../../theia/owners.ts';
import { RequestFailed, type WatchedKind } from './client.ts';
import type { Context } from './context.ts';

/** A change as a merge patch, made from the object that was read. */
export type Change = (object: KubeObject) => { metadata?: object; data?: object; status?: object };

/**
 * Reads an object and, half a pace later, patches what was read: the patch tests the resourceVersion, so a write of anybody in
 * between fails it, and nothing is tried again (theia-cloud.md section 2, claim). The two requests are what a step's time goes
 * into, so it takes one pace in all. Throws RequestFailed 404 where the object is missing.
 */
export async function edit(
  { client, pace, pause }: Pick<Context, 'client' | 'pace' | 'pause'>,
  kind: WatchedKind,
  name: string,
  change: Change,
  subresource?: 'status',
): Promise<KubeObject> {
  const object = await client.get(kind, name);
  if (object === undefined) throw new RequestFailed(404, `edit ${kind}`, 'not found');
  const { metadata, ...rest } = change(object);
  const tested = { ...metadata, resourceVersion: object.metadata.resourceVersion };
  await pause(pace / 2);
  const edited = await client.patch(kind, name, { ...rest, metadata: tested }, subresource);
  await pause(pace / 2);
  return edited;
}

export function addOwner(owner: KubeObject): Change {
  return (object) =>
    owners(object).some(({ uid }) => uid === owner.metadata.uid)
      ? {}
      : { metadata: { ownerReferences: [...owners(object), referenceTo(owner)] } };
}

export function removeOwner(uid: string): Change {
  return (object) => ({
    metadata: { ownerReferences: owners(object).filter((owner) => owner.uid !== uid) },
  });
}

export function addLabels(labels: Record<string, string>): Change {
  return () => ({ metadata: { labels } });
}

/** The session's reference and the labels of its claim; `component` and `part-of` stay (recording 62). */
export function cleanService(sessionUid: string): Change {
  return (object) => ({
    metadata: {
      ...removeOwner(sessionUid)(object).metadata,
      labels: Object.fromEntries(claimLabels.map((label) => [label, null])),
    },
  });
}

export function annotate(annotations: Record<string, string>): Change {
  return () => ({ metadata: { annotations } });
}

export function setAllowList(addresses: string): Change {
  return () => ({ data: { [allowListKey]: addresses } });
}
