import type { KubeObject } from '../../model/kube.ts';
import { isOwnedBy } from '../../theia/owners.ts';
import { Refusal } from '../acting.ts';

/** The AppDefinition is still its owner: an object that it let go is no pool's any more. */
export function ownedByApp(object: KubeObject, app: KubeObject | undefined): void {
  if (app === undefined || !isOwnedBy(object, app.metadata.uid)) throw new Refusal('notOwned', 'moved');
}
