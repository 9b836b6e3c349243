import type { KubeObject, OwnerReference } from '../../model/kube.ts';
import { isHold, owners } from '../../theia/owners.ts';
import { Refusal } from '../acting.ts';

/**
 * The references that stay when ours come off. Without an AppDefinition or Session among them the object would be left
 * without any owner, never be collected and block its id for good (theia-cloud.md lever 3).
 */
export function keepsAnOwner(object: KubeObject): OwnerReference[] {
  const rest = owners(object).filter((owner) => !isHold(owner));
  if (!rest.some((owner) => owner.kind === 'AppDefinition' || owner.kind === 'Session')) {
    throw new Refusal('onlyOwner');
  }
  return rest;
}
