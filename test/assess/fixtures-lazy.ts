import type { KubeObject } from '../../plugin/model/kube.ts';
import { annotations } from '../../plugin/theia/labels.ts';
import { lazyStart } from '../../plugin/theia/templates/session.ts';
import { usualSettings } from '../../plugin/theia/templates/settings.ts';
import { namespace, sessionOf, stamp, worldStart } from '../harness/world-objects.ts';
import { theApp } from './given.ts';

/** A live session for which no free instance was left, with the objects that the operator made for it alone. */
export function lazily(name: string): KubeObject[] {
  const session = sessionOf(name, 'java', { made: worldStart - 60_000 });
  session.metadata.annotations = { [annotations.startStrategy]: 'lazy-fallback' };
  const { objects } = lazyStart(session, theApp, usualSettings);
  return [
    session,
    ...objects.map((object) => ({
      ...object,
      metadata: {
        ...object.metadata,
        namespace,
        uid: `${object.kind}-${object.metadata.name}`,
        creationTimestamp: stamp(worldStart - 59_000),
      },
    })),
  ];
}
