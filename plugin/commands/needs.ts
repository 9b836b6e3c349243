import type { Access } from '../cluster/port.ts';
import { rightsOf, type Use, type Worker } from '../model/rights.ts';

/** What a look needs; without one of these nothing can be verified (exit 3). */
export function lookNeeds(namespace: string): Access[] {
  return needs('check', ['look'], namespace);
}

/** What a command's writes need beside it; without one of these it looks only, and says so. */
export function writeNeeds(namespace: string, worker: Worker = 'verify'): Access[] {
  return needs(worker, ['write'], namespace);
}

/** What leaves a trace in the cluster: without it the verdict is in the output alone. */
export function traceNeeds(namespace: string): Access[] {
  return needs('verify', ['trace'], namespace);
}

/** The access questions that a command's rights come down to in a namespace. */
export function needs(worker: Worker, uses: readonly Use[], namespace: string): Access[] {
  return rightsOf(worker, uses).map((right) => ({ ...right, namespace }));
}
