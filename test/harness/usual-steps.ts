import type { AppGiven, Step } from './scenario.ts';

/** `registry.example.test/java:1.1.0` */
export function image(app: string, tag: string): string {
  return `registry.example.test/${app}:${tag}`;
}

/** A release: the image has another tag, and `more` of the spec changes. */
export function newImage(app: string, tag: string, more: object = {}): Step {
  return { do: 'apply', app, spec: { image: image(app, tag), ...more } };
}

/** A release while the operator is down: it never hears of it (docs/theia-cloud.md#f1). */
export function missedRelease(app: string, tag: string, more: object = {}): Step[] {
  return [{ do: 'stopOperator' }, newImage(app, tag, more), { do: 'startOperator' }];
}

/** The operator is killed right after its n-th write from now; `during` makes it write. */
export function killOperatorAt(write: number, during: readonly Step[]): Step {
  return { do: 'atWrite', write, steps: [{ do: 'killOperator' }], during };
}

/** A session that starts once the pool is ready. */
export function sessionWhenReady(name: string, app = 'java'): Step[] {
  return [
    { do: 'until', that: { is: 'ready', app } },
    { do: 'startSession', session: { name, app } },
  ];
}

/** The pool of most scenarios, at an image's tag. */
export function java(tag = '1.0.0'): AppGiven {
  return { name: 'java', min: 3, image: image('java', tag) };
}

/** The sidecar of those that have one. */
export function tools(tag = '1'): NonNullable<AppGiven['sidecars']>[number] {
  return { name: 'tools', image: image('tools', tag), port: 5000 };
}
