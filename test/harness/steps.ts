import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import { takeReleaseStep } from '../tools/releases.ts';
import { atWrite, end, remember, warmgate } from './run-steps.ts';
import type { Condition, Step } from './scenario.ts';
import { createApp, type Stage, startSession, until, untilReady } from './stage.ts';
import { instanceOf, ownersOf, type PartView, poolNamed, viewOf } from './view.ts';
import { startWarmgate } from './warmgate.ts';

export async function takeSteps(stage: Stage, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const begun = stage.ground.clock.now();
    await takeStep(stage, step);
    const took = ((stage.ground.clock.now() - begun) / 1000).toFixed(1);
    stage.notes.push(`${step.do} ${JSON.stringify({ ...step, do: undefined })} took ${took} s`);
  }
}

async function takeStep(stage: Stage, step: Step): Promise<void> {
  const { ground, operator } = stage;
  const { hands, clock } = ground;
  switch (step.do) {
    case 'apply':
      return void (await hands.patch('AppDefinition', step.app, { spec: step.spec }));
    case 'touch': {
      const annotations = { 'helm.sh/revision': String(Math.floor(clock.now())) };
      return void (await hands.patch('AppDefinition', step.app, { metadata: { annotations } }));
    }
    case 'createApp':
      return createApp(stage, step.app);
    case 'deleteApp':
      return hands.remove('AppDefinition', step.app);
    case 'startOperator':
      await operator.start();
      if (step.ready !== false) await operator.whenQuiet();
      return;
    case 'stopOperator':
      return operator.stop();
    case 'killOperator':
      return step.leader === true ? operator.killLeader() : operator.kill();
    case 'freezeOperator':
      return operator.freeze();
    case 'startSession':
      stage.started.add(step.session.name);
      return startSession(stage, step.session, step.until ?? 'over');
    case 'endSession':
      await hands.remove('Session', step.name);
      return until(
        stage,
        `session ${step.name} gone`,
        async () => (await hands.get('Session', step.name)) === undefined,
      );
    case 'deletePart': {
      const { object } = await partAt(stage, step);
      return hands.remove(object.kind as Kind, object.metadata.name);
    }
    case 'delete':
      return hands.remove(step.kind, step.name);
    case 'sessionStatus':
      return void (await hands.patch(
        'Session',
        step.name,
        { status: { operatorStatus: step.status } },
        'status',
      ));
    case 'addOwner': {
      const { object } = await partAt(stage, step);
      const ownerReferences = [...(object.metadata.ownerReferences ?? []), step.owner];
      return void (await hands.patch(object.kind as Kind, object.metadata.name, {
        metadata: { ownerReferences },
      }));
    }
    case 'warmgate':
      return warmgate(stage, step, takeSteps);
    case 'background':
      await remember(stage);
      return void stage.background.set(step.as, await startWarmgate(ground, step.args, false));
    case 'end':
      return end(stage, step);
    case 'atWrite':
      return atWrite(stage, step, takeSteps);
    case 'together':
      return void (await Promise.all(step.steps.map((each) => takeSteps(stage, each))));
    case 'until':
      return until(
        stage,
        JSON.stringify(step.that),
        () => holds(stage, step.that),
        step.withinSeconds ?? 120,
      );
    case 'wait':
      return clock.sleep(step.seconds * 1000);
    case 'image':
      return ground.setImage(step.image, step.fate);
    case 'retag':
      if (ground.retag === undefined) throw new Error('this ground has no tags');
      return ground.retag(step.image);
    case 'ageGate': {
      const renewTime = new Date(clock.now() - step.seconds * 1000).toISOString().replace('Z', '000Z');
      return void (await hands.patch('Lease', `warmgate-${step.app}`, { spec: { renewTime } }));
    }
    case 'fault':
    case 'clearFaults':
      return faultStep(stage, step);
    case 'release':
    case 'releaseBeside':
    case 'rollback':
    case 'diff':
      return takeReleaseStep(stage, step, takeSteps);
  }
}

function faultStep({ ground: { faults } }: Stage, step: Step): void {
  if (faults === undefined) throw new Error('this ground has no faults');
  if (step.do === 'fault') faults.add(step.rule);
  else faults.clear();
}

async function partAt(
  { ground }: Stage,
  { app, id, part, sidecar }: { app: string; id: number; part: PartKind; sidecar?: string },
): Promise<PartView> {
  const pool = poolNamed(await viewOf(ground.hands), app);
  const found = pool?.instances
    .find((instance) => instance.id === id)
    ?.parts.find((each) => each.kind === part && (sidecar === undefined || each.sidecar === sidecar));
  if (found === undefined) throw new Error(`${app} ${id} has no ${part}`);
  return found;
}

async function holds(stage: Stage, condition: Condition): Promise<boolean> {
  const { ground, operator } = stage;
  switch (condition.is) {
    case 'quiet':
      await operator.whenQuiet();
      return true;
    case 'ready':
      await untilReady(stage, condition.app);
      return true;
    case 'operatorSays':
      return operator.says(condition.text);
    case 'gateClosed': {
      const { instances = [] } = poolNamed(await viewOf(ground.hands), condition.app) ?? {};
      const free = instances.flatMap(({ parts }) =>
        parts.filter(({ kind, object }) => kind === 'internalService' && isFree(object)),
      );
      return free.length > 0 && free.every(({ object }) => ownersOf(object, 'Lease').length > 0);
    }
    case 'nudged': {
      const app = await ground.hands.get('AppDefinition', condition.app);
      return app?.metadata.annotations?.['warmgate/nudge'] !== undefined;
    }
    case 'guarded': {
      const { instances = [] } = poolNamed(await viewOf(ground.hands), condition.app) ?? {};
      const parts = instances.flatMap(({ parts }) => {
        const claimed = parts.some(({ object }) => ownersOf(object, 'Session').length > 0);
        return claimed ? parts : parts.filter(({ kind }) => kind === 'sidecarDeployment');
      });
      return parts.every(({ object }) => (object.metadata.ownerReferences ?? []).length > 1);
    }
    case 'gone': {
      const objects = await ground.hands.list(condition.kind);
      const its = ({ metadata }: KubeObject) => metadata.name.includes(`-${condition.app}-`);
      return !objects.some((object) => instanceOf(object.metadata.name) !== undefined && its(object));
    }
  }
}

function isFree(object: KubeObject): boolean {
  return ownersOf(object, 'Session').length === 0;
}
