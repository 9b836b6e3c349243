import type { KubeObject } from '../../plugin/model/kube.ts';
import { annotations } from '../../plugin/theia/labels.ts';
import { owners } from '../../plugin/theia/owners.ts';
import { completeClaim, mark } from '../../plugin/theia/reconcile/claim.ts';
import type { Operator } from '../../plugin/theia/reconcile/kinds.ts';
import { addOwner, annotate, edit, get, list, type Work } from '../../plugin/theia/reconcile/requests.ts';
import { sessionAdded } from '../../plugin/theia/reconcile/session.ts';
import { appOf } from '../../plugin/theia/session.ts';

/** A claim that was half way when the world began goes on, whatever of its instance is there; or begins. */
export function* finishClaim(operator: Operator, session: KubeObject): Work {
  const { name, uid } = session.metadata;
  const services = yield* list('Service');
  const taken = services.filter((service) => owners(service).some((owner) => owner.uid === uid));
  const external = taken.find((each) => !each.metadata.name.endsWith('-int'));
  const app = yield* get('AppDefinition', appOf(session));
  if (external === undefined || app === undefined)
    return yield* sessionAdded(operator, { ...session, status: { operatorStatus: 'NEW' } });
  const id = Number(/^instance-(\d+)-/.exec(external.metadata.name)?.[1] ?? 0);
  const named = `${external.metadata.name}-int`;
  const internal = services.find(({ metadata }) => metadata.name === named);
  try {
    if (internal === undefined) throw new Error(`no Service ${named}`);
    if (!taken.includes(internal)) yield* edit('Service', named, addOwner(session));
    const chosen = { [annotations.startStrategy]: 'eager', [annotations.instanceId]: String(id) };
    yield* edit('Session', name, annotate(chosen));
    const emails = (yield* list('ConfigMap'))
      .map(({ metadata }) => metadata.name)
      .find((each) => each.startsWith(`instance-${id}-email-`) && each.endsWith(app.metadata.uid.slice(-12)));
    const deployment = external.metadata.name;
    yield* completeClaim(operator, session, app, {
      id,
      external,
      internal,
      deployment,
      emails: emails ?? '',
    });
    yield* mark(session, 'HANDLED');
  } catch {
    yield* mark(session, 'ERROR');
  }
}
