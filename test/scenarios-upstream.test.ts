// limit: 280 s
import { test } from 'uvu';
import { labSuite } from './harness/lab-suite.ts';

await labSuite(({ kind, scenario }) => kind === 'upstream' && scenario.grounds === undefined);

test.run();
