import type { Request, Work } from '../../theia/reconcile/requests.ts';
import { type Context, Dead } from './context.ts';
import type { Queue } from './queue.ts';

/** Carries work out over the API server, request by request. Rejects with {@link Dead} once the process is dead. */
export async function perform<T>(context: Context, work: Work<T>, claims: Queue): Promise<T> {
  let unlock: (() => void) | undefined;
  const locked = (): Promise<void> =>
    new Promise((resolve) => {
      void claims.run(
        () =>
          new Promise<void>((free) => {
            unlock = free;
            resolve();
          }),
      );
    });
  const answer = async (request: Request): Promise<unknown> => {
    if (request.verb === 'lock') return locked();
    if (request.verb === 'unlock') return unlock?.();
    return ask(context, request);
  };
  try {
    let next = work.next();
    while (next.done !== true) {
      let given: unknown;
      try {
        given = await answer(next.value);
      } catch (error) {
        if (error instanceof Dead) throw error;
        await context.pause(0);
        next = work.throw(error);
        continue;
      }
      next = work.next(given);
    }
    return next.value;
  } finally {
    unlock?.();
  }
}

async function ask({ client, pace, pause, now, log }: Context, request: Request): Promise<unknown> {
  switch (request.verb) {
    case 'list':
      return client.list(request.kind);
    case 'get':
      return client.get(request.kind, request.name);
    case 'create':
      return client.create(request.kind, request.object);
    case 'patch':
      return client.patch(request.kind, request.name, request.body, request.subresource);
    case 'delete':
      return client.remove(request.kind, request.name);
    case 'pause':
      return pause(request.paces * pace + request.ms);
    case 'now':
      return now();
    case 'log':
      return log(request.line);
    default:
      return undefined;
  }
}
