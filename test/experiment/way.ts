import type { TappedGround } from '../harness/tapped.ts';

/** One way of renewing a stale pool while sessions start. */
export interface Way {
  name: string;
  /** `at once`: when the plan says so, whatever sessions do; else when a look finds no claim in flight, perhaps with a check before each hold. */
  closes: 'at once' | 'after a look' | 'after a look and a check';
  /** What the table of theia-cloud.md section 4 saw: it must break some, may break some, must break none. */
  expected: 'some' | 'any' | 'none';
  /** Sessions on the lab and on a real control plane. */
  sessions: { lab: number; cluster: number };
  /** Carries it out; resolves with how it ended. */
  run(place: Place): Promise<'renewed' | string>;
}

export interface Place {
  tapped: TappedGround;
  app: string;
  image: string;
  /** No way takes longer, ms of the ground's clock. */
  limitMs: number;
}
