// limit: 280 s
import { test } from 'uvu';
import { labSuite } from './harness/lab-suite.ts';

await labSuite(({ kind, scenario }) => kind === 'ensure-on-added' && scenario.grounds === undefined, {
  n: 1,
  of: 3,
});

test.run();
