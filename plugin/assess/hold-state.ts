import type { Part } from '../model/parts.ts';
import type { HoldState } from '../model/states.ts';
import { holds } from '../theia/owners.ts';

/** How tightly an instance is held: a claim needs both main Services free, sidecar holds keep nobody away (lever 3). */
export function holdStateOf(parts: readonly Part[]): HoldState {
  const held = parts.filter((part) => holds(part.object).length > 0).map((part) => part.kind);
  if (held.some((kind) => kind === 'deployment' || kind === 'emailConfigMap' || kind === 'proxyConfigMap'))
    return 'whole';
  if (held.some((kind) => kind === 'internalService' || kind === 'externalService')) return 'closed';
  return held.length > 0 ? 'shielded' : 'open';
}
