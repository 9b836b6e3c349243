import type { Conventions } from '../names.ts';

/** What reaches the objects from the operator's arguments instead of the AppDefinition (theia-cloud.md F14). */
export interface OperatorSettings extends Conventions {
  /** False upstream, which has no notion of a generation. */
  generationLabels: boolean;
  /** Host of all instances, a path each below it. */
  instancesHost: string;
  serviceUrl: string;
  /** Tag of the oauth2-proxy image. */
  oauth2ProxyVersion: string;
}

export const usualSettings: OperatorSettings = {
  keycloak: true,
  generationLabels: true,
  instancesHost: 'instances.example.test',
  serviceUrl: 'https://service.example.test/service',
  oauth2ProxyVersion: 'latest',
};
