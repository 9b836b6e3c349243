// limit: 280 s
import { test } from 'uvu';
import { labShare } from './harness/lab-share.ts';

await labShare(4, 6);

test.run();
