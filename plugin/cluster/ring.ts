import type { Call } from './call.ts';
import type { ServerClock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import { stream } from './transport.ts';

/**
 * Opens a watch and calls `ring` at every piece that arrives, unread. Ends with the server's stream, an error or `signal`.
 * True: it had been open, or the version was too old (410), so something may have changed unseen.
 */
export async function ringOn(
  credentials: Credentials,
  clock: ServerClock,
  call: Call,
  ring: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  let open = false;
  try {
    const answer = await stream(await credentials.line(), call, signal);
    clock.note(answer.date);
    open = answer.status === 200;
    for await (const _piece of answer.body) if (open) ring();
    return open || answer.status === 410;
  } catch {
    return open;
  }
}
