import type { KubeObject } from '../model/kube.ts';
import { type ExpectedPart, type Part, partKey, partKinds, partLabel } from '../model/parts.ts';
import { because, type Reason } from '../model/reasons.ts';
import { expectedParts } from '../theia/names.ts';
import type { Conventions } from './context.ts';

/** The parts an instance lacks. A kind of which a file holds no object is judged only where its absence is proof. */
export function missingParts(
  parts: readonly Part[],
  app: KubeObject,
  id: number,
  context: Conventions,
): ExpectedPart[] {
  const there = new Set(parts.map(partKey));
  return expectedParts(app, id, context.operator).filter((part) => {
    if (there.has(partKey(part))) return false;
    const { kind, main } = partKinds[part.kind];
    const judged = context.snapshot.sight[kind] === 'seen';
    return judged || (main && kind !== 'ConfigMap' && parts.length > 0);
  });
}

/**
 * Why each is missing, by what could bring it back (docs/theia-cloud.md#f4, #f6, #f7). Any Service of an id, a sidecar's too, counts as
 * the id for both main Services; likewise any Deployment.
 */
export function completenessOf(missing: readonly ExpectedPart[], parts: readonly Part[]): Reason[] {
  const serviceLeft = parts.some((part) => partKinds[part.kind].kind === 'Service');
  const sidecars = [...missing, ...parts].some((part) => part.sidecar !== undefined);
  return missing.map((part) => {
    const args = { part: partLabel(part), name: part.name };
    switch (part.kind) {
      case 'externalService':
      case 'internalService':
        return because(serviceLeft ? 'serviceMissing' : 'partMissing', args);
      case 'deployment':
        return because(sidecars ? 'mainMissingBesideSidecar' : 'partMissing', args);
      case 'sidecarDeployment':
        return because('sidecarMissing', args);
      default:
        return because('partMissing', args);
    }
  });
}
