import { coreRequests } from './core.ts';
import { customRequests } from './custom.ts';
import type { ParityRequest } from './parts.ts';
import { workloadRequests } from './workloads.ts';

/** In this order, in a fresh namespace `theia`. */
export const parityRequests: readonly ParityRequest[] = [
  ...coreRequests,
  ...customRequests,
  ...workloadRequests,
];
