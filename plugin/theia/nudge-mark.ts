import type { KubeObject } from '../model/kube.ts';
import { annotations } from './labels.ts';
import { millis } from './time.ts';

/** The annotation `warmgate/nudge: <generation>/<n>/<time>` (docs/architecture.md#verify-step-5). */
export interface NudgeMark {
  generation: number;
  /** Which nudge without progress it was, from 1. */
  count: number;
  /** ms */
  at: number;
}

/** Undefined for none, and for a value that is not ours or unreadable: it counts as none (docs/architecture.md#leases). */
export function readNudge(app: KubeObject): NudgeMark | undefined {
  const match = /^(\d{1,15})\/(\d{1,6})\/(.+)$/.exec(app.metadata.annotations?.[annotations.nudge] ?? '');
  if (match === null) return undefined;
  const at = millis(match[3]);
  return at === 0 ? undefined : { generation: Number(match[1]), count: Number(match[2]), at };
}

/** The value that records nudge number `count` at `now` (ms). */
export function writeNudge(generation: number, count: number, now: number): string {
  return `${generation}/${count}/${new Date(now).toISOString()}`;
}
