import type { Context } from './context.ts';

/** Longest wait for a PVC that is being deleted (theia-cloud.md section 2: it blocks the thread). */
const longestWait = 30_000;

/**
 * Waits while a PVC of this name is being deleted. One that is not being deleted is left for the create to fail on.
 * @throws Error after 30 s.
 */
export async function waitForFreeName(context: Context, name: string): Promise<void> {
  const deadline = context.now() + longestWait;
  for (;;) {
    const claim = await context.client.get('PersistentVolumeClaim', name);
    if (claim?.metadata.deletionTimestamp === undefined) return;
    if (context.now() >= deadline) throw new Error(`PersistentVolumeClaim ${name} is still being deleted`);
    await context.pause(1000);
  }
}
