import type {
  Assessment,
  InstanceAssessment,
  OperatorAssessment,
  PoolAssessment,
  SessionAssessment,
} from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { type Part, type PartKind, partKinds } from '../../plugin/model/parts.ts';
import { because } from '../../plugin/model/reasons.ts';
import type { ActionReport } from '../../plugin/model/report.ts';
import type { RunFacts } from '../../plugin/report/building/report.ts';

/** The moment at which every built assessment was made: 2026-11-30T10:00:00Z. */
export const noon = Date.UTC(2026, 10, 30, 10);

const appUid = '0a1b2c3d-0000-4000-8000-7daec4467ba2';
export const oldImage = 'registry.example.test/java-25:1.2.0';
export const newImage = 'registry.example.test/java-25:1.3.0';
const mainParts = (Object.keys(partKinds) as PartKind[]).filter((kind) => partKinds[kind].main);

/** An object with a name and a UID that says what it stands for. */
export function object(kind: string, name: string, uid: string): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name, uid } };
}

/** The five main parts of an instance; another `make` gives other UIDs. */
export function parts(id: number, make = 'first'): Part[] {
  return mainParts.map((kind) => ({
    kind,
    object: object(partKinds[kind].kind, `instance-${id}-java-25-7daec4467ba2`, `${kind}-${id}-${make}`),
  }));
}

/** A free, current, ready instance. */
export function instance(id: number, changes: Partial<InstanceAssessment> = {}): InstanceAssessment {
  return {
    id,
    appUid,
    state: 'current',
    hold: 'open',
    parts: parts(id),
    missing: [],
    generations: [2],
    ready: true,
    openable: false,
    reasons: [],
    ...changes,
  };
}

/** All parts at generation 1, the AppDefinition at 2. */
export function stale(id: number): InstanceAssessment {
  const labelled = [
    'external Service',
    'internal Service',
    'proxy ConfigMap',
    'email ConfigMap',
    'Deployment',
  ];
  return instance(id, {
    state: 'stale',
    generations: [1],
    reasons: [
      ...labelled.map((part) => because('partStale', { part, label: 1, generation: 2 })),
      because('imageStale', { part: 'Deployment', image: oldImage, wanted: newImage }),
    ],
  });
}

/** Claimed by a live session at generation 1. */
export function claimed(id: number, session: string): InstanceAssessment {
  return instance(id, { state: 'claimed', generations: [1], session });
}

/** An untouched live session that owns every part of instance `id`. */
export function session(
  name: string,
  id: number,
  changes: Partial<SessionAssessment> = {},
): SessionAssessment {
  return {
    name,
    uid: `session-${name}`,
    app: 'java-25',
    phase: 'live',
    start: 'eager',
    instanceId: id,
    object: object('Session', name, `session-${name}`),
    parts: parts(id),
    uncovered: [],
    allowList: 'right',
    outcome: 'untouched',
    reasons: [],
    ...changes,
  };
}

/** A live session without an instance of the pool. */
export function lazySession(name: string): SessionAssessment {
  const { instanceId: _, ...rest } = session(name, 9, { start: 'lazy', allowList: 'none' });
  return rest;
}

/** A pool of `instances`, converged when no reason of it or theirs fails and none is missing. */
export function pool(instances: InstanceAssessment[], changes: Partial<PoolAssessment> = {}): PoolAssessment {
  const name = changes.name ?? 'java-25';
  const whole = instances.every(({ state }) => state === 'current' || state === 'claimed');
  return {
    app: object('AppDefinition', name, appUid),
    name,
    uid: appUid,
    generation: 2,
    image: newImage,
    minInstances: instances.length,
    instances,
    gate: { leases: [], holder: '', renewedAt: 0, expired: false, followedUntil: 0, holds: 0 },
    lastWrite: noon - 60_000,
    provenAt: 0,
    pvcTerminating: false,
    renewed: whole,
    converged: whole,
    reasons: [],
    ...changes,
  };
}

export const operator: OperatorAssessment = {
  kind: 'fork',
  namespace: 'theia',
  active: true,
  plausible: true,
  eagerStart: true,
  keycloak: true,
  learnedFrom: 'arguments',
  image: 'registry.example.test/theia-cloud-operator:1.4.0',
  reasons: [],
};

export function assessment(changes: Partial<Assessment> = {}): Assessment {
  return {
    namespace: 'theia',
    now: noon,
    operator,
    pools: [],
    sessions: [],
    quietSince: noon - 60_000,
    inFlight: [],
    strayLeases: [],
    reasons: [],
    ...changes,
  };
}

/** A verify of 14.3 s that wrote nothing. */
export function facts(changes: Partial<RunFacts> = {}): RunFacts {
  return {
    command: 'verify',
    version: '0.1.0',
    runId: 'run-7f3a',
    server: 'https://10.0.0.1:6443',
    context: 'prod',
    startedAt: noon,
    endedAt: noon + 14_300,
    actions: [],
    traffic: { requests: 61, writes: 0, looks: 12 },
    found: [],
    operatorWaived: false,
    ...changes,
  };
}

/** A step that was carried out, one second after another. */
export function done(step: ActionReport['step'], changes: Partial<ActionReport> = {}): ActionReport {
  return { at: new Date(noon + 1000).toISOString(), step, app: 'java-25', result: 'done', ...changes };
}
