import type { PartKind } from '../model/parts.ts';
import type { Fate } from './plan.ts';

/** What a session notices, by part and fate (theia-cloud.md F2 to F5). */
export const lossWords: Readonly<Record<PartKind, Readonly<Record<Fate, string>>>> = {
  externalService: {
    remade: 'its external Service is made anew and free: another session may claim it',
    lost: 'its external Service is gone: it cannot be reached',
  },
  internalService: {
    remade: 'its internal Service is made anew and free: another session may claim it',
    lost: 'its internal Service is gone',
  },
  proxyConfigMap: {
    remade: 'its proxy ConfigMap is made anew: no effect until its pod restarts',
    lost: 'its proxy ConfigMap is gone: its pod cannot start again',
  },
  emailConfigMap: {
    remade: 'its allow-list is made anew and empty: its user is locked out',
    lost: 'its allow-list is gone for good: its user is locked out when its pod starts again',
  },
  pvc: {
    remade: 'its workspace is made anew: files are lost',
    lost: 'its workspace is gone: files are lost',
  },
  sidecarService: {
    remade: 'the Service of its sidecar {sidecar} is made anew',
    lost: 'the Service of its sidecar {sidecar} is gone',
  },
  sidecarDeployment: {
    remade: 'its sidecar {sidecar} is made anew',
    lost: 'its sidecar {sidecar} is gone until the operator starts again',
  },
  deployment: {
    remade: 'its pod is replaced: unsaved work is lost',
    lost: 'its pod is gone: the session is dead',
  },
};
