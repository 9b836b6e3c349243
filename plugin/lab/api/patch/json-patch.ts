import { applyPatch, type Operation } from 'rfc6902';
import { refuse } from '../status-error.ts';

/**
 * Applies a JSON patch (RFC 6902) to a copy.
 * Throws StatusError 400 where it is no list of operations, 422 where one of them, a `test` too, fails:
 * so the real server answers (k8s.io/apiserver, handlers/patch.go).
 */
export function jsonPatch(target: object, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw refuse.badRequest('a JSON patch is a list of operations');
  const holder = { root: structuredClone(target) };
  const operations = (patch as Operation[]).map((operation) => rooted(operation));
  for (const operation of operations) {
    const failure = applyPatch(holder, [operation])[0];
    if (failure) throw refuse.unprocessable(failure.message || failure.name);
  }
  return holder.root;
}

/** One level deeper, so that a patch of the whole document (`path: ""`) works as well. */
function rooted(operation: Operation): Operation {
  const moved = { ...operation, path: `/root${operation.path}` };
  return 'from' in moved ? { ...moved, from: `/root${moved.from}` } : moved;
}
