import type { Scenario } from '../harness/scenario.ts';
import { missedRelease, newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the table of sessions: parts compared, claims completed, lists mended, the misrouted and the lazy one named',
  operators: ['ensure-on-added'],
  given: {
    apps: [
      { name: 'java', min: 3 },
      { name: 'js', min: 2 },
      {
        name: 'tex',
        min: 2,
        sidecars: [{ name: 'lsp', image: 'registry.example.test/lsp:1', port: 5000 }],
      },
    ],
    sessions: [
      { name: 'ws-list', app: 'java' },
      { name: 'ws-js', app: 'js' },
      { name: 'ws-tex', app: 'tex' },
      { name: 'ws-tex-too', app: 'tex' },
      { name: 'ws-lazy', app: 'tex' },
    ],
  },
  when: [
    // F2: the ordinary release empties the lists of live sessions.
    newImage('java', '1.1.0'),
    { do: 'until', that: { is: 'quiet' } },
    { do: 'until', that: { is: 'ready', app: 'java' } },
    ...missedRelease('js', '1.1.0'),
    { do: 'warmgate', args: ['verify'] },
  ],
  expect: {
    runs: {
      verify: {
        exit: 0,
        states: { java: '1 claimed, 2-3 current', js: '1 claimed, 2 current', tex: '1-2 claimed' },
        live: '5 live, 4 untouched, 1 mended, 0 harmed',
        sessions: {
          'ws-list': {
            partsCompared: 5,
            partsSame: 5,
            allowList: 'mended',
            claim: 'incomplete',
            misrouted: false,
          },
          'ws-js': {
            partsCompared: 5,
            partsSame: 5,
            allowList: 'right',
            claim: 'completed',
            outcome: 'untouched',
          },
          'ws-lazy': { start: 'lazy', allowList: 'right', claim: 'none', outcome: 'untouched' },
          'ws-tex': { partsCompared: 7, partsSame: 7, misrouted: true, outcome: 'untouched' },
        },
      },
    },
    sessions: { 'ws-list': {} },
    intact: { js: '1', tex: '1-2' },
  },
};
