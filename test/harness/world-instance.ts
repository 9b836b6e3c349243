import type { KubeObject, OwnerReference } from '../../plugin/model/kube.ts';
import { type PartKind, partKinds } from '../../plugin/model/parts.ts';
import { allowListKey, labels } from '../../plugin/theia/labels.ts';
import { expectedParts } from '../../plugin/theia/names.ts';
import { sessionLabels } from '../../plugin/theia/session.ts';
import { partTemplate } from '../../plugin/theia/templates/part.ts';
import { usualSettings } from '../../plugin/theia/templates/subject.ts';
import { namespace, type Phase, reference, sessionOf, stamp } from './world-objects.ts';
import { type PodState, withPod } from './world-pods.ts';

/** How much of an instance a Session has. `named`: it names the instance and owns nothing of it. */
export type Claim =
  | { by: 'none' }
  | { by: 'live'; covers: 'all' | 'claimed' | 'named'; list: 'right' | 'empty' | 'other'; detached: boolean }
  | { by: 'inFlight'; steps: number }
  | { by: 'failed' | 'ending' | 'gone'; steps: number };

/** Which parts carry our hold. */
export type Held = 'nothing' | 'sidecars' | 'internal' | 'whole' | 'kept';

/** One instance, in words. */
export interface InstanceSpec {
  id: number;
  /** Which of its parts are of the generation before: none, all, every second, all of generation 0. */
  made: 'current' | 'stale' | 'mixed' | 'marked';
  /** Keys into its parts that are missing; empty for a whole one. */
  missing: readonly number[];
  held: Held;
  /** `gone`: the Lease of the hold does not exist any more. */
  heldBy: 'own' | 'gone';
  claim: Claim;
  residue: 'none' | 'list' | 'labels' | 'pod';
  pod: PodState;
  /** A part that lost its AppDefinition reference, held or not; undefined for none. */
  unowned: number | undefined;
}

export interface Making {
  app: KubeObject;
  /** The AppDefinition as it was a generation before. */
  before: KubeObject;
  keycloak: boolean;
  upstream: boolean;
  lease: OwnerReference;
  gone: OwnerReference;
  /** Creation time of its objects, ms. */
  at: number;
  /** Makes UIDs and names of Sessions unlike those of another pool of the same name. */
  tag: string;
}

/** Order in which a claim takes ownership (docs/theia-cloud.md#claim). */
const claimOrder: readonly PartKind[] = ['externalService', 'internalService', 'deployment'];

/** All objects of one instance, its pods and its Session. */
export function instanceObjects(spec: InstanceSpec, making: Making): KubeObject[] {
  const { app, before, keycloak, upstream, at, tag } = making;
  const session = sessionFor(spec, making);
  const parts = expectedParts(app, spec.id, { keycloak }).filter((_, key) => !spec.missing.includes(key));
  const objects = parts.flatMap((part, index) => {
    const old = spec.made === 'stale' || (spec.made === 'mixed' && index % 2 === 0);
    const made = partTemplate(old ? before : app, spec.id, part, {
      ...usualSettings,
      keycloak,
      generationLabels: !upstream,
    });
    const kind = partKinds[part.kind].kind;
    const uid = `${tag}${app.metadata.name}-${spec.id}-${part.kind}-${part.sidecar ?? ''}`;
    const marked =
      spec.made === 'marked' && !upstream && partKinds[part.kind].main ? { [labels.generation]: '0' } : {};
    const object: KubeObject = {
      ...made,
      metadata: {
        ...made.metadata,
        namespace,
        uid,
        resourceVersion: '1',
        creationTimestamp: stamp(at),
        labels: { ...made.metadata.labels, ...marked, ...claimLabelsOn(spec, part.kind, session, app) },
        ownerReferences: ownersOf(spec, { kind: part.kind, index }, session, making),
      },
      ...(part.kind === 'emailConfigMap' ? { data: { [allowListKey]: listOn(spec, session) } } : {}),
    };
    return kind === 'Deployment'
      ? withPod(
          object,
          part.kind === 'deployment' ? spec.pod : 'ready',
          at,
          part.kind === 'deployment' && spec.residue === 'pod',
        )
      : [object];
  });
  return session === undefined || spec.claim.by === 'gone' ? objects : [...objects, session];
}

function sessionFor({ claim, id }: InstanceSpec, { app, at, tag }: Making): KubeObject | undefined {
  if (claim.by === 'none') return undefined;
  const phase: Phase = claim.by === 'gone' ? 'live' : claim.by;
  const named = claim.by === 'live' || ('steps' in claim && claim.steps > 2);
  const name = `${tag}${app.metadata.name}-${id}-${claim.by}`.toLowerCase();
  const made = at + 5000;
  return sessionOf(name, app.metadata.name, named ? { phase, id, made } : { phase, made });
}

function ownersOf(
  spec: InstanceSpec,
  part: { kind: PartKind; index: number },
  session: KubeObject | undefined,
  { app, lease, gone }: Making,
): OwnerReference[] {
  const { claim } = spec;
  const detached = claim.by === 'live' && claim.detached && owns(claim, part.kind);
  const lost = detached || spec.unowned === part.index;
  return [
    ...(lost ? [] : [reference('AppDefinition', app.metadata.name, app.metadata.uid)]),
    ...(session !== undefined && owns(claim, part.kind)
      ? [reference('Session', session.metadata.name, session.metadata.uid)]
      : []),
    ...(isHeld(spec.held, part.kind) ? [spec.heldBy === 'own' ? lease : gone] : []),
  ];
}

function owns(claim: Claim, kind: PartKind): boolean {
  if (claim.by === 'none') return false;
  if (claim.by === 'live') {
    if (claim.covers === 'named') return false;
    return claim.covers === 'all' || claimOrder.includes(kind);
  }
  const at = claimOrder.indexOf(kind);
  return at >= 0 && at < claim.steps;
}

function isHeld(held: Held, kind: PartKind): boolean {
  const { main } = partKinds[kind];
  const rows: Record<Held, boolean> = {
    nothing: false,
    sidecars: kind === 'sidecarDeployment',
    internal: kind === 'internalService' || kind === 'sidecarDeployment',
    whole: main || kind === 'sidecarDeployment',
    kept: main && kind !== 'internalService' && kind !== 'externalService',
  };
  return rows[held];
}

function claimLabelsOn(
  spec: InstanceSpec,
  kind: PartKind,
  session: KubeObject | undefined,
  app: KubeObject,
): Record<string, string> {
  if (kind !== 'externalService' && kind !== 'internalService') return {};
  if (spec.residue === 'labels') return { [labels.session]: 'former', [labels.sessionUid]: 'former' };
  return session !== undefined && spec.claim.by === 'live' ? sessionLabels(session, app) : {};
}

function listOn({ claim, residue }: InstanceSpec, session: KubeObject | undefined): string {
  if (residue === 'list') return 'former@example.test';
  if (claim.by !== 'live' || session === undefined) return '';
  return { right: String(session.spec.user), empty: '', other: 'other@example.test' }[claim.list];
}
