import { instanceOf, ownersOf } from '../harness/view.ts';
import type { ReleaseRun, ToolStage } from './tool-stage.ts';

/** Free instances that a session could have claimed at the moment when the AppDefinition's generation moved. */
export function openAtChange({ ground, tool }: ToolStage, { before }: ReleaseRun, app: string): string[] {
  const old = before.find(({ metadata }) => metadata.name === app)?.metadata;
  const changed = ground.history
    .of('AppDefinition')
    .find(({ metadata }) => metadata.uid === old?.uid && (metadata.generation ?? 0) > (old?.generation ?? 0));
  if (old === undefined || changed === undefined) return [`the generation of ${app} never moved`];
  const moment = BigInt(changed.metadata.resourceVersion ?? '0');
  const guard = ground.hookObjects.find(({ name }) => name.endsWith('-guard'));
  const gone = tool.startsWith('argo') || (guard?.deletedAt !== undefined && guard.deletedAt < moment);
  const last = new Map<string, readonly string[]>();
  for (const service of ground.history.of('Service')) {
    const { name, resourceVersion } = service.metadata;
    const mine = old.uid.endsWith(instanceOf(name)?.uid12 ?? '-');
    if (!mine || !name.endsWith('-int') || BigInt(resourceVersion ?? '0') > moment) continue;
    const owners = ['Session', 'Lease'].filter((kind) => ownersOf(service, kind).length > 0);
    last.set(name, owners);
  }
  const open = [...last].filter(([, owners]) => owners.length === 0).map(([name]) => name);
  return [
    ...(gone ? [] : ["the guard's Job was there when the generation moved: that proves nothing"]),
    ...(last.size === 0 ? [`${app} had no instance`] : []),
    ...open.map((name) => `${name} was open when the generation moved`),
  ];
}
