import { seeded } from '../../plugin/lab/api/random.ts';
import type { VirtualClock } from '../../plugin/lab/clock.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { type WorldNamespace, worldNamespace } from './world-namespace.ts';
import { worldStart } from './world-objects.ts';

/** A world in which time passes: the lab's controllers are at work in it, as slow as chance has it. */
export interface Play {
  store: WorldNamespace;
  clock: VirtualClock;
  /** A whole number of ms from `least` to `most`, the same for the same seed. */
  between(least: number, most: number): number;
  after(ms: number, run: () => void): void;
  /** Lets `ms` pass, and everything happen that is due meanwhile. */
  advance(ms: number): void;
}

export function startPlay(contents: readonly KubeObject[], seed: number): Play {
  const random = seeded(seed);
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const store = worldNamespace(contents, worldStart, {
    seed,
    minDelay: 60,
    maxDelay: 1500,
    readyAfter: () => between(200, 1500),
  });
  const { clock } = store.cluster;
  return { store, clock, between, after: clock.after, advance: clock.advance };
}
