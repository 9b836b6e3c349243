import type { KubeObject } from '../model/kube.ts';

/** Labels and annotations of Theia Cloud and of warmgate (docs/theia-cloud.md#labels; docs/architecture.md#verify-step-5 and docs/architecture.md#gate-rules). */
export const labels = {
  generation: 'theia-cloud.io/appdefinition-generation',
  sidecar: 'theia-cloud.io/sidecar',
  purpose: 'theia-cloud.io/template-purpose',
  serviceType: 'theia-cloud.io/service-type',
  user: 'theia-cloud.io/user',
  session: 'theia-cloud.io/session',
  sessionUid: 'theia-cloud.io/session-uuid',
  appDefinition: 'theia-cloud.io/app-definition',
} as const;

export const annotations = {
  startStrategy: 'theia-cloud.io/session-start-strategy',
  instanceId: 'theia-cloud.io/instance-id',
  refresh: 'theia-cloud.io/eager-start-refresh',
  nudge: 'warmgate/nudge',
  followed: 'warmgate/followed-until',
} as const;

/** Key of the email ConfigMap that oauth2-proxy reads as its allow-list. */
export const allowListKey = 'authenticated-emails-list';

/** Labels that only a claim puts on a Service; left behind they make the instance residue (docs/theia-cloud.md#f11). */
export const claimLabels = [labels.user, labels.session, labels.sessionUid] as const;

/** The generation a part was made for: a whole number, or undefined when the label is missing or no number. */
export function generationOf(object: KubeObject): number | undefined {
  const text = object.metadata.labels?.[labels.generation];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
