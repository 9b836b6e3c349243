import { seeded } from '../../plugin/lab/api/random.ts';
import type { Ground } from '../harness/ground.ts';
import { appDefinition, installation } from '../harness/objects.ts';
import { type Stage, until, untilReady } from '../harness/stage.ts';
import { takeSteps } from '../harness/steps.ts';
import { image, missedRelease } from '../harness/usual-steps.ts';
import { type View, viewOf } from '../harness/view.ts';
import { type Fate, fateOf } from './fate.ts';
import type { RoundPlan } from './plan.ts';
import { type Traffic, traffic } from './traffic.ts';
import type { Way } from './ways.ts';

export interface RoundResult {
  fates: Fate[];
  /** `renewed`, or why not. */
  outcome: string;
}

const app = 'java';
const poolSize = 10;
/** No way takes longer, ms of the ground's clock. */
const limitMs = 90_000;

/** One stale pool, renewed the given way while sessions start as planned. */
export async function playRound(
  stage: Stage,
  way: Way,
  plan: RoundPlan,
  round: number,
): Promise<RoundResult> {
  const { ground } = stage;
  const tag = `1.${round}.0`;
  await makeStale(stage, tag);
  const sessions = traffic(ground, app, `r${round}`, plan, seeded(round));
  const run = () => way.run({ ground, app, limitMs });
  const outcome =
    way.closes === 'at once'
      ? await atOnce(ground, sessions, plan, run)
      : await looksFirst(ground, sessions, plan, run);
  const lives = await sessions.over();
  // The recorder of a real control plane is behind by as much as its watches are.
  await ground.clock.sleep(ground.name === 'lab' ? 0 : 1000);
  const versions = {
    sessions: ground.history.of('Session'),
    objects: (['Service', 'Deployment', 'ConfigMap'] as const)
      .flatMap((kind) => [...ground.history.of(kind)])
      .sort((one, other) =>
        Number(BigInt(one.metadata.resourceVersion ?? 0) - BigInt(other.metadata.resourceVersion ?? 0)),
      ),
  };
  return { fates: lives.map((life) => fateOf({ ...life, image: image(app, tag) }, versions)), outcome };
}

/** A whole, free, ready pool of ten; then the image changes while the operator is down (docs/theia-cloud.md#f1). */
async function makeStale(stage: Stage, tag: string): Promise<void> {
  await stage.operator.whenQuiet();
  if (!isClean(await viewOf(stage.ground.hands))) await makeAnew(stage);
  await untilReady(stage, app);
  await takeSteps(stage, missedRelease(app, tag));
}

function isClean({ instances, leases }: View): boolean {
  const owners = instances.flatMap(({ parts }) =>
    parts.map(({ object }) => object.metadata.ownerReferences ?? []),
  );
  const held = leases.some(({ metadata }) => metadata.name.startsWith('warmgate-'));
  return (
    !held &&
    instances.length === poolSize &&
    owners.length === poolSize * 5 &&
    owners.every((each) => each.length === 1)
  );
}

/** What a wrong way left is no business of the next round. With the last AppDefinition its route goes too (docs/theia-cloud.md#f9). */
async function makeAnew(stage: Stage): Promise<void> {
  const { hands } = stage.ground;
  for (const { metadata } of (await hands.list('Lease')).filter((each) =>
    each.metadata.name.startsWith('warmgate-'),
  ))
    await hands.remove('Lease', metadata.name);
  if ((await hands.get('AppDefinition', app)) !== undefined) await hands.remove('AppDefinition', app);
  await until(stage, 'the old pool gone', async () => (await viewOf(hands)).instances.length === 0, 120);
  const route = installation.route.metadata.name;
  await until(stage, 'its route gone', async () => (await hands.get('HTTPRoute', route)) === undefined, 120);
  await stage.operator.whenQuiet();
  await hands.create('HTTPRoute', installation.route);
  await hands.create('AppDefinition', appDefinition({ name: app, min: poolSize, max: 1000 }));
  await stage.operator.whenQuiet();
}

/** Sessions in a row; the way begins `offsetMs` after one of them was created. */
async function atOnce(
  ground: Ground,
  sessions: Traffic,
  plan: RoundPlan,
  run: () => Promise<string>,
): Promise<string> {
  const { clock } = ground;
  for (let at = 1; at < plan.before; at += 1) {
    await sessions.start();
    await clock.sleep(plan.gapMs);
  }
  await sessions.start();
  const more = (async () => {
    await clock.sleep(plan.gapMs);
    while (sessions.count() < plan.most) {
      await sessions.start();
      await clock.sleep(plan.gapMs);
    }
  })();
  await clock.sleep(plan.offsetMs);
  const [outcome] = await Promise.all([run(), more]);
  return outcome;
}

/**
 * A way that closes when a look shows no claim in flight: so whenever it looks and none is, sessions start `offsetMs` later, which that
 * look could not see. Whichever look closes, a session runs into the closing.
 */
async function looksFirst(
  { clock, tap }: Ground,
  sessions: Traffic,
  plan: RoundPlan,
  run: () => Promise<string>,
): Promise<string> {
  const failures: unknown[] = [];
  let starting = false;
  let written = false;
  const burst = async (): Promise<void> => {
    if (sessions.isBusy()) return;
    await clock.sleep(plan.offsetMs);
    for (
      let left = written ? plan.burst : 1;
      left > 0 && !(written && sessions.count() >= plan.most);
      left -= 1
    ) {
      await sessions.start();
      await clock.sleep(plan.gapMs);
    }
  };
  let previous = '';
  tap.before(({ method, url, write }) => {
    written ||= write;
    // A look lists AppDefinitions, then Sessions; before a hold Sessions are listed alone.
    const kind = /\/appdefinitions(\?|$)/.test(previous) ? 'look' : 'check';
    if (method === 'GET') previous = url;
    if (method !== 'GET' || !/\/sessions(\?|$)/.test(url) || starting) return undefined;
    if (kind !== plan.after && !written) return undefined;
    starting = true;
    void burst()
      .catch((error) => failures.push(error))
      .finally(() => {
        starting = false;
      });
    return undefined;
  });
  const outcome = await run();
  tap.before(() => undefined);
  if (failures.length > 0) throw failures[0];
  return outcome;
}
