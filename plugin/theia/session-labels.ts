import type { KubeObject } from '../model/kube.ts';
import { appName } from './app-definition.ts';
import { labels } from './labels.ts';
import { userOf } from './session.ts';

/** Longest value that Kubernetes takes for a label. */
const longest = 63;

/**
 * What a claim puts on the two Services, and a lazy start on everything it makes (theia-cloud.md section 1, Labels).
 * `user` is an e-mail address in disguise: personal data, never in any output.
 */
export function sessionLabels(session: KubeObject, app: KubeObject): Record<string, string> {
  const user = userOf(session)
    .replaceAll('@', '_at_')
    .replaceAll(/[^a-zA-Z0-9]/g, '_');
  const cut = (text: string): string => text.slice(0, longest);
  return {
    'app.kubernetes.io/component': 'session',
    'app.kubernetes.io/part-of': 'theia-cloud',
    [labels.user]: cut(user),
    [labels.appDefinition]: cut(appName(app)),
    [labels.session]: cut(sessionName(session)),
    [labels.sessionUid]: session.metadata.uid,
  };
}

export function sessionName(session: KubeObject): string {
  return typeof session.spec?.name === 'string' && session.spec.name !== ''
    ? session.spec.name
    : session.metadata.name;
}
