import type { KubeObject } from '../../../plugin/model/kube.ts';
import type { Stage } from './stage.ts';

/** Creates an AppDefinition `ide` of three instances, or as `spec` says otherwise. */
export function createApp(stage: Stage, spec: Record<string, unknown> = {}, name = 'ide'): KubeObject {
  return stage.create('AppDefinition', {
    apiVersion: 'theia.cloud/v1beta11',
    kind: 'AppDefinition',
    metadata: { name },
    spec: {
      name,
      image: 'registry.example.test/ide:1',
      ingressname: 'theia-cloud-demo-ws-route',
      port: 3000,
      minInstances: 3,
      maxInstances: 20,
      ...spec,
    },
  });
}

export function createSession(stage: Stage, name: string, app = 'ide'): KubeObject {
  return stage.create('Session', {
    apiVersion: 'theia.cloud/v1beta8',
    kind: 'Session',
    metadata: { name },
    spec: { name, appDefinition: app, user: `${name}@example.test` },
  });
}

export function statusOf(
  stage: Stage,
  session: string,
): { operatorStatus?: string; operatorMessage?: string } {
  return stage.get('Session', session)?.status ?? {};
}

/** Waits, bounded, until something is so; `ms` of the lab's clock. */
export async function until(stage: Stage, isSo: () => boolean, ms = 60_000): Promise<void> {
  const deadline = stage.lab.clock.now() + ms;
  while (!isSo()) {
    if (stage.lab.clock.now() > deadline) throw new Error(`not so within ${ms} ms: ${isSo}`);
    await stage.lab.clock.sleep(20);
  }
}

export async function untilStatus(stage: Stage, session: string, status: string): Promise<void> {
  const isSo = (): boolean => statusOf(stage, session).operatorStatus === status;
  await until(stage, isSo).catch((error: Error) => {
    const { operatorStatus, operatorMessage } = statusOf(stage, session);
    throw new Error(`${error.message}; ${session} is ${operatorStatus}: ${operatorMessage}`);
  });
}

/** `kind/name`s of an owner kind's references. */
export function ownersOf(object: KubeObject | undefined): string[] {
  return (object?.metadata.ownerReferences ?? []).map(({ kind, name }) => `${kind}/${name}`);
}

/** Name of an instance's main objects. */
export function mainName(app: KubeObject, id: number): string {
  return `instance-${id}-${app.metadata.name}-${app.metadata.uid.slice(-12)}`;
}

export function named(stage: Stage, kind: string, part: string): string[] {
  return stage.lab
    .objects(kind, 'theia')
    .map(({ metadata }) => metadata.name)
    .filter((name) => name.includes(part))
    .sort();
}
