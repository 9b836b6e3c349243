import { mergePatch } from '../../plugin/lab/api/patch.ts';
import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { type Request, RequestFailed, type Work } from '../../plugin/theia/reconcile/requests.ts';
import type { Play, Process } from './world-play.ts';

/** Carries the operator's work out in a world, by the API server's rules as far as the operator meets them. */
export function* perform(play: Play, work: Work): Process {
  let locked = false;
  try {
    let next = work.next();
    while (next.done !== true) {
      const request = next.value;
      if (request.verb === 'lock') {
        while (play.reserving) yield 5;
        play.reserving = true;
        locked = true;
      } else if (request.verb === 'unlock') {
        play.reserving = false;
        locked = false;
      } else if (request.verb === 'pause') yield request.paces * play.between(20, 110) + request.ms;
      let answered: unknown;
      try {
        answered = answer(play, request);
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        next = work.throw(error);
        continue;
      }
      next = work.next(answered);
    }
  } finally {
    if (locked) play.reserving = false;
  }
}

function answer({ store }: Play, request: Request): unknown {
  switch (request.verb) {
    case 'list':
      return store.list(request.kind).sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    case 'get':
      return store.get(request.kind, request.name);
    case 'create': {
      const object = request.object as KubeObject;
      if (store.get(request.kind, object.metadata.name) !== undefined)
        throw new RequestFailed(409, `create ${request.kind}`, 'exists');
      return store.create(request.kind as Kind, object);
    }
    case 'patch': {
      const found = store.get(request.kind, request.name);
      if (found === undefined) throw new RequestFailed(404, `patch ${request.kind}`, 'not found');
      const { resourceVersion = found.metadata.resourceVersion } =
        (request.body as KubeObject).metadata ?? {};
      if (resourceVersion !== found.metadata.resourceVersion)
        throw new RequestFailed(409, `patch ${request.kind}`, 'moved');
      return store.replace(mergePatch(found, request.body) as KubeObject, 'operator');
    }
    case 'delete':
      if (store.get(request.kind, request.name) !== undefined) store.remove(request.kind, request.name);
      return undefined;
    case 'now':
      return store.now();
    default:
      return undefined;
  }
}
