import type { KubeObject } from '../../model/kube.ts';
import { appName, portOf, sidecarsOf } from '../app-definition.ts';
import { plainName, suffixedName, validName } from '../names.ts';
import type { NewObject, OperatorSettings, Subject } from './subject.ts';
import { appOf, sessionLabels, sessionName, userOf } from '../session.ts';
import { emailConfigMap, proxyConfigMap } from './config-map.ts';
import { mainDeployment } from './deployment.ts';
import { externalService, internalService } from './service.ts';
import { sidecarDeployment, sidecarService } from './sidecar.ts';
import { referenceTo } from '../owners.ts';

/** The objects of a session that no free instance was left for, in the order in which the operator makes them. */
export interface LazyStart {
  subject: Subject;
  /** The external Service: the session's HTTPRoute points to it. */
  service: string;
  objects: NewObject[];
}

/** Named `session-...`, owned by the Session, made from the AppDefinition as it is now (recordings 12 and 53). */
export function lazyStart(session: KubeObject, app: KubeObject, settings: OperatorSettings): LazyStart {
  const base = {
    prefix: 'session',
    infos: [userOf(session).split('@')[0] ?? '', appOf(session)],
    uid: session.metadata.uid,
  };
  const main = plainName(base);
  const subject = subjectOf(session, app, {
    proxy: plainName({ ...base, identifier: 'proxy' }),
    email: plainName({ ...base, identifier: 'email' }),
    sidecars: Object.fromEntries(sidecarsOf(app).map(({ name }) => [name, `${main}-${name}`])),
  });
  const sidecars = sidecarsOf(app).flatMap(({ name: sidecar }) => {
    const named = { name: `${main}-${sidecar}`, sidecar };
    return [sidecarService(subject, named), sidecarDeployment(subject, named)];
  });
  return {
    subject,
    service: main,
    objects: [
      externalService(subject, main, settings),
      internalService(subject, suffixedName(base, 'int')),
      ...(settings.keycloak
        ? [
            emailConfigMap(subject, subject.names.email, userOf(session)),
            proxyConfigMap(subject, subject.names.proxy),
          ]
        : []),
      mainDeployment(subject, main, settings),
      ...sidecars,
    ],
  };
}

function subjectOf(session: KubeObject, app: KubeObject, names: Subject['names']): Subject {
  return {
    app,
    owner: session,
    labels: sessionLabels(session, app),
    selector: validName([`${sessionName(session)}-${session.metadata.uid}`]),
    path: `/${session.metadata.uid}`,
    names,
    env: { THEIACLOUD_SESSION_NAME: sessionName(session), THEIACLOUD_APP_ID: appName(app) },
  };
}

/** Where a session's HTTPRoute leads. */
export interface Backend {
  service: string;
  path: string;
}

/** Name of the HTTPRoute that exposes one session (docs/theia-cloud.md#claim). */
export function sessionRouteName(session: KubeObject): string {
  return `${session.metadata.uid}-route`;
}

/**
 * The HTTPRoute of one session. Gateway and hosts come from the shared route that the AppDefinition names;
 * the port is the app's, whatever Service stands behind it, which is what makes a misrouted session unreachable (docs/theia-cloud.md#f5).
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
