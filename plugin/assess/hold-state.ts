import type { Part } from '../model/parts.ts';
import type { HoldState } from '../model/states.ts';
import { holds } from '../theia/owners.ts';

/** How tightly an instance is held: a claim needs both main Services free, sidecar holds keep nobody away (lever 3). */
export function holdStateOf(parts: readonly Part[]): HoldState {
  const held = new Set(parts.filter((part) => holds(part.object).length > 0).map((part) => part.kind));
  const closed = held.has('internalService') || held.has('externalService');
  const others = held.has('deployment') || held.has('emailConfigMap') || held.has('proxyConfigMap');
  if (others) return closed ? 'whole' : 'kept';
  if (closed) return 'closed';
  return held.size > 0 ? 'shielded' : 'open';
}
