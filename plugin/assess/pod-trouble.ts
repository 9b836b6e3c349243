import { own } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Context } from './context.ts';
import { refusedPod, type Wait, waitsOf } from './pod-waits.ts';
import { sightingKey } from './sightings.ts';

/** A sustained reason is final after this many looks and this much time. */
export const sustainedLooks = 3;
export const sustainedMs = 30_000;

/** What keeps a Deployment that is not ready from it, the worst that its pods name; undefined when none does. */
export function podTrouble(
  deployment: KubeObject,
  pods: readonly KubeObject[],
  context: Pick<Context, 'history' | 'snapshot'>,
): Reason | undefined {
  const waits = [...pods.flatMap(waitsOf), ...refusedPod(deployment)];
  const doomed = waits.find(({ patience }) => patience === 'immediate');
  if (doomed !== undefined) return because('podDoomed', { container: doomed.container, why: doomed.why });
  const bad = waits.filter(({ patience }) => patience === 'sustained');
  const failing = bad.flatMap((wait) => failure(deployment, wait, context) ?? []);
  const [waiting] = [...bad, ...waits];
  if (failing.length > 0 || waiting === undefined) return failing[0];
  return because('podWaiting', { container: waiting.container, why: waiting.why });
}

/** The wait has lasted for long enough, at enough looks. */
function failure(
  deployment: KubeObject,
  { container, why }: Wait,
  { history, snapshot }: Pick<Context, 'history' | 'snapshot'>,
): Reason | undefined {
  const seen = own(history.sightings, sightingKey(deployment.metadata.uid, why));
  if (seen === undefined || seen.looks < sustainedLooks) return undefined;
  const waited = snapshot.now - seen.since;
  if (waited < sustainedMs) return undefined;
  return because('podFailing', { container, why, looks: seen.looks, seconds: Math.round(waited / 1000) });
}
