import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labGround } from '../harness/lab-ground.ts';
import { sessionObject } from '../harness/objects.ts';
import { onStage } from '../harness/play.ts';
import { prepare, until } from '../harness/stage.ts';
import { takeSteps } from '../harness/steps.ts';
import { missedRelease } from '../harness/usual-steps.ts';
import { ownersOf } from '../harness/view.ts';
import { startWarmgate } from '../harness/warmgate.ts';

test('a session that is being claimed while the last claims are completed does not fail a converged run', async () => {
  const started: string[] = [];
  await onStage(await labGround(), { apps: [{ name: 'java', min: 3 }] }, async (stage) => {
    const { ground } = stage;
    const { hands } = ground;
    const start = (name: string) => hands.create('Session', sessionObject({ name, app: 'java' }));
    const isClaiming = async (name: string): Promise<boolean> =>
      (await hands.list('Service')).some((each) =>
        ownersOf(each, 'Session').some((owner) => owner.name === name),
      );
    await prepare(stage);
    await takeSteps(stage, missedRelease('java', '1.1.0'));
    ground.tap.before(async ({ method, url }) => {
      if (method === 'DELETE' && url.includes('/leases/')) {
        started.push('ws-open');
        await start('ws-open');
      }
      // The claim of that session is completed by the run's last writes alone.
      if (method !== 'PATCH' || !/configmaps\/instance-1-email/.test(url)) return undefined;
      if (started.includes('ws-late')) return undefined;
      started.push('ws-late');
      ground.faults?.add({
        user: 'operator',
        verb: 'patch',
        kind: 'Deployment',
        fault: { type: 'delay', ms: 4000 },
      });
      await start('ws-late');
      await until(stage, 'ws-late half claimed', () => isClaiming('ws-late'));
      return undefined;
    });
    const run = await (await startWarmgate(ground, ['verify'], true)).done;
    assert.equal(started, ['ws-open', 'ws-late'], run.stderr);
    assert.is(run.exit, 0, `${run.report?.verdict}\n${run.stderr}`);
  });
});

test.run();
