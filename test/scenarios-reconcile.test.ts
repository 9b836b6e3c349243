// limit: 280 s
import { test } from 'uvu';
import { labSuite } from './grounds/lab-suite.ts';

await labSuite(({ kind, scenario }) => kind === 'reconcile-on-added' && scenario.grounds === undefined);

test.run();
