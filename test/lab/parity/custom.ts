import { appDefinition, paths } from '../request.ts';
import { asMerge, asStrategic, generation, type ParityRequest, send } from './parts.ts';

const { appdefinitions } = paths;
const java = `${appdefinitions}/java`;

/** What is different about custom resources. */
export const customRequests: readonly ParityRequest[] = [
  send(
    'create a custom object',
    'POST',
    appdefinitions,
    { ...appDefinition('java'), status: { x: 1 } },
    { fields: [...generation, 'status', 'kind'] },
  ),
  send(
    'custom, minInstances above maxInstances',
    'PATCH',
    java,
    { spec: { minInstances: 99 } },
    { ...asMerge, fields: ['reason'] },
  ),
  send(
    'custom, strategic',
    'PATCH',
    java,
    { spec: { minInstances: 2 } },
    { ...asStrategic, fields: ['reason'] },
  ),
  send(
    'custom, metadata alone',
    'PATCH',
    java,
    { metadata: { annotations: { a: 'b' } } },
    { ...asMerge, fields: generation },
  ),
  send('custom, spec', 'PATCH', java, { spec: { minInstances: 2 } }, { ...asMerge, fields: generation }),
  send('custom, same spec', 'PATCH', java, { spec: { minInstances: 2 } }, { ...asMerge, fields: generation }),
  send(
    'custom, status by the main path',
    'PATCH',
    java,
    { status: { operatorStatus: 'X' } },
    { ...asMerge, fields: [...generation, 'status'] },
  ),
  send(
    'custom, spec by the status path',
    'PATCH',
    `${java}/status`,
    { spec: { minInstances: 3 }, metadata: { labels: { a: 'b' } }, status: { operatorStatus: 'X' } },
    { ...asMerge, fields: [...generation, 'status', 'spec.minInstances', 'metadata.labels'] },
  ),
  send('custom, put without version', 'PUT', java, appDefinition('java'), { fields: ['reason'] }),
  send('custom, put of an old version', 'PUT', java, appDefinition('java', {}, { resourceVersion: '1' })),
  send(
    'custom, put of another uid',
    'PUT',
    java,
    appDefinition('java', {}, { resourceVersion: '{rv}', uid: 'other' }),
    { of: java },
  ),
  send('custom, merge patch, another uid', 'PATCH', java, { metadata: { uid: 'other' } }, asMerge),
  send('custom, merge patch, old version', 'PATCH', java, { metadata: { resourceVersion: '1' } }, asMerge),
  send(
    'custom, delete, another uid',
    'DELETE',
    java,
    { preconditions: { uid: 'other' } },
    { fields: ['details'] },
  ),
  send('custom, delete, old version', 'DELETE', java, { preconditions: { resourceVersion: '1' } }),
  send('custom, unknown version of the group', 'GET', java.replace('v1beta11', 'v9')),
  send('custom list', 'GET', appdefinitions, undefined, {
    fields: ['kind', 'items.0.kind', 'items.0.apiVersion'],
  }),
  send('delete in the foreground', 'DELETE', `${java}?propagationPolicy=Foreground`, undefined, {
    fields: ['kind', 'metadata.finalizers', ...generation],
  }),
];
