import type { KubeObject } from '../../model/kube.ts';
import { portOf } from '../app-definition.ts';
import type { NewObject } from './new-object.ts';
import { referenceTo } from '../owners.ts';
import { sessionLabels } from '../session.ts';

/** Where a session's HTTPRoute leads. */
export interface Backend {
  service: string;
  path: string;
}

/** Name of the HTTPRoute that exposes one session (theia-cloud.md section 2, claim). */
export function sessionRouteName(session: KubeObject): string {
  return `${session.metadata.uid}-route`;
}

/**
 * The HTTPRoute of one session. Gateway and hosts come from the shared route that the AppDefinition names;
 * the port is the app's, whatever Service stands behind it, which is what makes a misrouted session unreachable (F5).
 */
export function sessionRoute(
  session: KubeObject,
  app: KubeObject,
  backend: Backend,
  shared: KubeObject,
): NewObject {
  const { parentRefs, hostnames } = shared.spec ?? {};
  const path = `${backend.path}/`;
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: {
      name: sessionRouteName(session),
      labels: sessionLabels(session, app),
      ownerReferences: [referenceTo(session)],
    },
    spec: {
      ...(parentRefs === undefined ? {} : { parentRefs }),
      ...(hostnames === undefined ? {} : { hostnames }),
      rules: [
        {
          matches: [{ path: { type: 'Exact', value: backend.path } }],
          filters: [
            {
              type: 'RequestRedirect',
              requestRedirect: {
                statusCode: 302,
                path: { type: 'ReplaceFullPath', replaceFullPath: path },
              },
            },
          ],
        },
        {
          matches: [{ path: { type: 'PathPrefix', value: path } }],
          filters: [
            {
              type: 'URLRewrite',
              urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' } },
            },
          ],
          backendRefs: [{ name: backend.service, port: portOf(app) ?? 0 }],
        },
      ],
    },
  };
}
