import type { KubeObject } from '../../model/kube.ts';
import type { CreateStep, PassStep } from '../../theia/reconcile/steps.ts';
import { proxyConfigSource, withProxyConfig } from '../../theia/templates/config-map.ts';
import { instanceSubject, type Subject } from '../../theia/templates/instance.ts';
import type { NewObject } from '../../theia/templates/new-object.ts';
import type { Context } from './context.ts';
import { edit, removeOwner } from './edits.ts';

/**
 * Carries out steps in order. `onFailure` 'log': a failed step is logged and the others go on, but what was not
 * deleted is not made anew; 'throw': the first failure ends it (theia-cloud.md section 2, reconcile).
 */
export async function runSteps(
  context: Context,
  app: KubeObject,
  steps: readonly PassStep[],
  onFailure: 'log' | 'throw',
): Promise<void> {
  let undeleted = '';
  for (const step of steps) {
    const key = `${step.kind}/${step.name}`;
    if (step.act === 'create' && step.why === 'renewed' && undeleted === key) continue;
    try {
      await runStep(context, app, step);
    } catch (error) {
      await context.pause(0);
      if (onFailure === 'throw') throw error;
      context.log(`Failed to ${step.act} ${key}: ${(error as Error).message}`);
      if (step.act === 'delete') undeleted = key;
    }
    // An edit has taken its time. A delete and the create after it are one object's time together.
    if (step.act === 'disown') continue;
    const half = step.act === 'delete' || (step.act === 'create' && step.why === 'renewed');
    await context.pause(half ? context.pace / 2 : context.pace);
  }
}

async function runStep(context: Context, app: KubeObject, step: PassStep): Promise<void> {
  const { client } = context;
  switch (step.act) {
    case 'create':
      await client.create(step.kind, await complete(context, app, step));
      return;
    case 'delete':
      await client.remove(step.kind, step.name);
      return;
    case 'disown':
      await edit(context, step.kind, step.name, removeOwner(step.owner));
  }
}

async function complete(context: Context, app: KubeObject, step: CreateStep): Promise<NewObject> {
  if (step.part === 'pvc') await waitForFreeName(context, step.name);
  if (step.part !== 'proxyConfigMap') return step.object;
  return withProxySource(context, step.object, instanceSubject(app, step.id, context.settings));
}

/** Throws without `oauth2-proxy-config`: no proxy ConfigMap can be made then (F8). */
export async function withProxySource(
  { client, settings }: Context,
  object: NewObject,
  subject: Subject,
): Promise<NewObject> {
  const source = await client.get('ConfigMap', proxyConfigSource);
  if (source === undefined) throw new TypeError(`no ConfigMap ${proxyConfigSource}`);
  return withProxyConfig(object, source, subject, settings.instancesHost);
}

/** Longest wait for a PVC that is being deleted (theia-cloud.md section 2: it blocks the thread). */
const longestWait = 30_000;

/**
 * Waits while a PVC of this name is being deleted. One that is not being deleted is left for the create to fail on.
 * @throws Error after 30 s.
 */
export async function waitForFreeName(context: Context, name: string): Promise<void> {
  const deadline = context.now() + longestWait;
  for (;;) {
    const claim = await context.client.get('PersistentVolumeClaim', name);
    if (claim?.metadata.deletionTimestamp === undefined) return;
    if (context.now() >= deadline) throw new Error(`PersistentVolumeClaim ${name} is still being deleted`);
    await context.pause(1000);
  }
}
