import type { KubeObject } from '../../model/kube.ts';
import { sessionOwners } from '../../theia/owners.ts';
import { Refusal } from '../acting.ts';

/** No Session owns it: whoever claimed it meanwhile keeps it untouched (design.md section 6). */
export function unclaimed(object: KubeObject): void {
  if (sessionOwners(object).length > 0) throw new Refusal('claimed', 'moved');
}
