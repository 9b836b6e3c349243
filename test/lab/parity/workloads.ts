import { deployment, paths } from '../request.ts';
import { asMerge, asStrategic, generation, type ParityRequest, send } from './parts.ts';

const { claims, configmaps, deployments, leases, pods, services } = paths;
const ide = `${deployments}/ide`;
const svc = `${services}/svc`;

/** Leases, Services, Deployments, claims, pods. */
export const workloadRequests: readonly ParityRequest[] = [
  send(
    'lease',
    'POST',
    leases,
    { metadata: { name: 'hold' }, spec: { holderIdentity: 'me' } },
    { fields: ['spec', 'kind'] },
  ),
  send(
    'lease, put without version',
    'PUT',
    `${leases}/hold`,
    { metadata: { name: 'hold' }, spec: { holderIdentity: 'you' } },
    { fields: ['reason'] },
  ),
  send(
    'service',
    'POST',
    services,
    { metadata: { name: 'svc' }, spec: { ports: [{ name: 'http', port: 80 }] } },
    { fields: ['spec.ports.0.port', 'spec.ports.0.targetPort', 'spec.type', ...generation] },
  ),
  send(
    'service, ports by port',
    'PATCH',
    svc,
    { spec: { ports: [{ name: 'other', port: 81 }] } },
    { ...asStrategic, fields: ['spec.ports.0.port', 'spec.ports.1.port'] },
  ),
  send(
    'service, put without address',
    'PUT',
    svc,
    { metadata: { name: 'svc' }, spec: { ports: [{ port: 82 }] } },
    { fields: ['spec.ports.0.port'] },
  ),
  send('deployment', 'POST', deployments, deployment('ide', 'ide:1'), {
    fields: [...generation, 'spec.replicas', 'kind'],
  }),
  send(
    'deployment, metadata alone',
    'PATCH',
    ide,
    { metadata: { labels: { a: 'b' } } },
    { ...asStrategic, fields: generation },
  ),
  send(
    'deployment, image by container name',
    'PATCH',
    ide,
    { spec: { template: { spec: { containers: [{ name: 'ide', image: 'ide:2' }] } } } },
    { ...asStrategic, fields: [...generation, 'spec.template.spec.containers.0.image'] },
  ),
  send(
    'deployment, a container more',
    'PATCH',
    ide,
    { spec: { template: { spec: { containers: [{ name: 'proxy', image: 'proxy:1' }] } } } },
    {
      ...asStrategic,
      fields: ['spec.template.spec.containers.0.name', 'spec.template.spec.containers.1.name'],
    },
  ),
  send(
    'deployment, another selector',
    'PATCH',
    ide,
    { spec: { selector: { matchLabels: { app: 'x' } } } },
    { ...asMerge, fields: ['reason'] },
  ),
  send('deployment, list items have no kind', 'GET', deployments, undefined, {
    fields: ['kind', 'items.0.kind'],
  }),
  send(
    'claim',
    'POST',
    claims,
    {
      metadata: { name: 'ws' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    { fields: ['metadata.finalizers', 'status.phase', ...generation] },
  ),
  send('pod log of no pod', 'GET', `${pods}/none/log`),
  send('delete of a deployment', 'DELETE', `${ide}?propagationPolicy=Orphan`, undefined, {
    fields: ['kind', 'metadata.finalizers', ...generation],
  }),
  send('label selector that cannot be read', 'GET', `${configmaps}?labelSelector=a%3Db%3Dc`, undefined, {
    fields: ['reason'],
  }),
];
