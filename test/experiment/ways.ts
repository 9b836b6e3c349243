import { gate } from './gate.ts';
import { plainNudge, variant } from './variant.ts';
import type { Way } from './way.ts';

/** One row a way; the table of theia-cloud.md section 4 saw what `expected` says. */
export const ways: readonly Way[] = [
  {
    name: 'plain nudge',
    closes: 'at once',
    expected: 'some',
    sessions: { lab: 24, cluster: 24 },
    run: plainNudge,
  },
  {
    name: 'gate, both main Services held, closed at once',
    closes: 'at once',
    expected: 'some',
    sessions: { lab: 84, cluster: 84 },
    run: (place) => variant(place, { holds: ['externalService', 'internalService'], quietLook: false }),
  },
  {
    name: 'gate, external Service held, closed at once',
    closes: 'at once',
    expected: 'some',
    sessions: { lab: 84, cluster: 84 },
    run: (place) => variant(place, { holds: ['externalService'], quietLook: false }),
  },
  {
    name: 'gate, internal Service held, closed at once',
    closes: 'at once',
    expected: 'some',
    sessions: { lab: 84, cluster: 84 },
    run: (place) => variant(place, { holds: ['internalService'], quietLook: false }),
  },
  {
    name: 'gate, external Service held, after a quiet look',
    closes: 'after a look',
    expected: 'any',
    sessions: { lab: 84, cluster: 60 },
    run: (place) => variant(place, { holds: ['externalService'], quietLook: true }),
  },
  {
    name: 'verify: internal Service held, after a quiet look, second look',
    closes: 'after a look and a check',
    expected: 'none',
    sessions: { lab: 250, cluster: 100 },
    run: gate,
  },
];
