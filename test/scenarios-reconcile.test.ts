// limit: 280 s
import { test } from 'uvu';
import { labSuite } from './harness/lab-suite.ts';

await labSuite(({ kind, scenario }) => kind === 'reconcile-on-added' && scenario.grounds === undefined);

test.run();
