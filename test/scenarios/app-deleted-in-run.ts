import type { Scenario } from '../harness/scenario.ts';
import { newImage } from '../harness/usual-steps.ts';

export const scenario: Scenario = {
  title:
    'the AppDefinition is deleted while its gate closes: the run ends well for the others, and nothing of it is left',
  operators: ['ensure-on-added', 'reconcile-on-added'],
  given: {
    apps: [
      { name: 'java', min: 5 },
      { name: 'other', min: 1 },
    ],
  },
  when: [
    { do: 'stopOperator' },
    { do: 'deletePart', app: 'java', id: 5, part: 'deployment' },
    { do: 'deletePart', app: 'java', id: 5, part: 'internalService' },
    newImage('java', '1.1.0'),
    { do: 'startOperator' },
    { do: 'deletePart', app: 'java', id: 4, part: 'internalService' },
    {
      do: 'warmgate',
      args: ['verify'],
      at: [{ write: 3, steps: [{ do: 'deleteApp', app: 'java' }] }],
    },
  ],
  expect: {
    runs: { verify: { exit: 0, states: { java: '', other: '1 current' } } },
    gone: ['java'],
  },
};
