/** One row an exit code: its place when several apply (lower rank wins), what it means, how the verdict begins. */
interface ExitRow {
  readonly rank: number;
  readonly means: string;
  readonly verdict: string;
}

/** docs/architecture.md#worst-wins: the worst wins, in the order 70, 2, 3, 4, 5, 6, 1, 0. */
export const exits = {
  70: { rank: 0, means: 'a bug of warmgate', verdict: 'a bug of warmgate' },
  2: { rank: 1, means: 'wrong usage', verdict: 'wrong usage' },
  3: { rank: 2, means: 'cannot verify: API, permissions, operator', verdict: 'cannot verify' },
  4: { rank: 3, means: 'interrupted', verdict: 'interrupted' },
  5: {
    rank: 4,
    means: 'a generation or image other than the expected one',
    verdict: 'not what the run expects',
  },
  6: { rank: 5, means: 'a live session is harmed', verdict: 'a live session is harmed' },
  1: { rank: 6, means: 'not converged', verdict: 'not converged' },
  0: { rank: 7, means: 'converged, or nothing to do', verdict: 'converged' },
} as const satisfies Record<number, ExitRow>;

export type Exit = keyof typeof exits;

/** The exit code of a run in which all of these apply. Empty: 0. */
export function worstExit(codes: Iterable<Exit>): Exit {
  let worst: Exit = 0;
  for (const code of codes) if (exits[code].rank < exits[worst].rank) worst = code;
  return worst;
}
