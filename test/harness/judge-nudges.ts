import type { KubeObject } from '../../plugin/model/kube.ts';
import type { History, Write } from './ground.ts';
import { instanceOf, ownersOf } from './view.ts';

/**
 * The moment of each nudge (theia-cloud.md F2, F4, lever 6): every internal Service that no Session has was held, and every
 * live session owned all of its instance. Read from what the cluster was just before, not from what the run says of it.
 */
export function nudgeFaults(writes: readonly Write[], history: History): string[] {
  const sent = writes.filter(({ resource, code }) => resource === 'appdefinitions' && code === 200);
  return sent.flatMap(({ name, body }) => {
    const value: unknown = body?.metadata?.annotations?.['warmgate/nudge'];
    const nudged = history
      .of('AppDefinition')
      .find(({ metadata }) => metadata.name === name && metadata.annotations?.['warmgate/nudge'] === value);
    if (value === undefined || nudged === undefined) return [`the nudge of ${name} is not in the history`];
    return faultsAt(nudged, history).map((fault) => `nudge of ${name}: ${fault}`);
  });
}

function faultsAt(app: KubeObject, history: History): string[] {
  const moment = app.metadata.resourceVersion ?? '0';
  const parts = (['Service', 'ConfigMap', 'Deployment', 'PersistentVolumeClaim'] as const)
    .flatMap((kind) => history.before(kind, moment))
    .filter(({ metadata }) => app.metadata.uid.endsWith(instanceOf(metadata.name)?.uid12 ?? ' '));
  const claimed = new Set(parts.filter(hasSession).map(idOf));
  const open = parts.filter(
    (part) =>
      part.metadata.name.endsWith('-int') && !claimed.has(idOf(part)) && ownersOf(part, 'Lease').length === 0,
  );
  const live = history.before('Session', moment).filter(({ status }) => status?.operatorStatus === 'HANDLED');
  const uncovered = live.flatMap((session) => {
    const owns = (part: KubeObject): boolean =>
      ownersOf(part, 'Session').some(({ uid }) => uid === session.metadata.uid);
    const own = new Set(parts.filter(owns).map(idOf));
    return parts.filter((part) => own.has(idOf(part)) && !owns(part));
  });
  return [
    ...open.map(({ metadata }) => `${metadata.name} was open`),
    ...uncovered.map(({ kind, metadata }) => `${kind} ${metadata.name} was not its session's own`),
  ];
}

function hasSession(part: KubeObject): boolean {
  return ownersOf(part, 'Session').length > 0;
}

function idOf({ metadata }: KubeObject): number | undefined {
  return instanceOf(metadata.name)?.id;
}
