import { leaderLease } from '../../plugin/theia/operator.ts';
import { startSession, until, untilReady } from '../harness/stage.ts';
import type { ToolStep } from './scenario.ts';
import { deploy, diff, release } from './tool-releases.ts';
import type { ToolStage } from './tool-stage.ts';

/** Takes the steps of a scenario, one after another. @throws Error for one that cannot be taken in time */
export async function takeToolSteps(stage: ToolStage, steps: readonly ToolStep[]): Promise<void> {
  for (const step of steps) {
    const begun = performance.now();
    await takeStep(stage, step);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    stage.diary.push(`${seconds.padStart(5)} s  ${JSON.stringify(step).slice(0, 160)}`);
  }
}

async function takeStep(stage: ToolStage, step: ToolStep): Promise<void> {
  const { ground, operator } = stage;
  const { hands, clock } = ground;
  switch (step.do) {
    case 'release':
      return release(stage, step);
    case 'releaseBeside':
      return deploy(stage, step.as, [], () => stage.deployer.releaseBeside(step.hooks ?? {}));
    case 'rollback':
      return deploy(stage, step.as, step.at ?? [], () => stage.deployer.rollback());
    case 'diff':
      return diff(stage, step);
    case 'startSession':
      if (step.ready !== false) await untilReady(stage, step.session.app);
      stage.started.add(step.session.name);
      return startSession(stage, step.session, 'over');
    case 'endSession':
      return hands.remove('Session', step.name);
    case 'startOperator':
      stage.frozen?.abort();
      await operator.start();
      if (step.ready !== false) await operator.whenQuiet();
      return;
    case 'stopOperator':
      return operator.stop();
    case 'freezeOperator':
      operator.kill();
      stage.frozen = keepLease(stage);
      return;
    case 'quiet': {
      await operator.whenQuiet();
      for (const { metadata } of await hands.list('AppDefinition')) await untilReady(stage, metadata.name);
      return;
    }
    case 'image':
      return ground.setImage(step.image, step.fate);
    case 'patch':
      return void (await hands.patch(step.kind, step.name, step.body));
    case 'wait':
      return clock.sleep(step.seconds * 1000);
  }
}

/** As an operator that hangs: whoever looks at its Lease sees a leader. */
function keepLease({ ground }: ToolStage): AbortController {
  const stop = new AbortController();
  void (async () => {
    while (!stop.signal.aborted) {
      const renewTime = `${new Date().toISOString().slice(0, 23)}000Z`;
      await ground.hands.patch('Lease', leaderLease, { spec: { renewTime } }).catch(() => undefined);
      await ground.clock.sleep(1000, stop.signal);
    }
  })();
  return stop;
}

/** Resolves when every hook pod of the ground has come to its end. */
export async function hooksOver(stage: ToolStage): Promise<void> {
  const { runs } = stage.ground.hookPods;
  await until(stage, 'all hook pods over', () => runs.every(({ times }) => times.ended !== undefined), 60);
}
