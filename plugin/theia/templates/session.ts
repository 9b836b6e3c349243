import type { KubeObject } from '../../model/kube.ts';
import { appName, sidecarsOf } from '../app-definition.ts';
import { plainName, suffixedName, validName } from '../names.ts';
import type { NewObject } from './new-object.ts';
import { appOf, sessionLabels, sessionName, userOf } from '../session.ts';
import { emailConfigMap, proxyConfigMap } from './config-map.ts';
import { mainDeployment } from './deployment.ts';
import type { Subject } from './instance.ts';
import { externalService, internalService } from './service.ts';
import type { OperatorSettings } from './settings.ts';
import { sidecarDeployment, sidecarService } from './sidecar.ts';

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
