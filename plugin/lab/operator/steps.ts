import type { KubeObject } from '../../model/kube.ts';
import type { NewObject } from '../../theia/new-object.ts';
import type { CreateStep, PassStep } from '../../theia/reconcile-steps.ts';
import { proxyConfigSource, withProxyConfig } from '../../theia/templates-config-map.ts';
import type { Subject } from '../../theia/templates-instance.ts';
import { instanceSubject } from '../../theia/templates-instance.ts';
import type { Context } from './context.ts';
import { edit, removeOwner } from './edits.ts';
import { waitForFreeName } from './pvc.ts';

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
