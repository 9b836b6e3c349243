import type { View } from './view.ts';

/** UIDs of all instances' parts, by `java 3`. */
export type IntactBaseline = ReadonlyMap<string, readonly string[]>;

export function intactBaseline(view: View): IntactBaseline {
  return new Map(
    view.instances.flatMap(({ uid12, id, parts }) => {
      const app = view.apps.find(({ metadata }) => metadata.uid.endsWith(uid12));
      const uids = parts.map(({ object }) => object.metadata.uid).sort();
      return app === undefined ? [] : [[`${app.metadata.name} ${id}`, uids] as const];
    }),
  );
}

/** One line for each instance that is not what it was before the first run, part by part. */
export function intactFaults(
  before: IntactBaseline | undefined,
  view: View,
  expected: Readonly<Record<string, string>>,
): string[] {
  const now = intactBaseline(view);
  return Object.entries(expected).flatMap(([app, ids]) =>
    idsIn(ids).flatMap((id) => {
      const [was, is] = [before?.get(`${app} ${id}`), now.get(`${app} ${id}`)];
      return was !== undefined && was.join() === is?.join() ? [] : [`${app} ${id} is not what it was`];
    }),
  );
}

/** `2, 4-6` */
function idsIn(text: string): number[] {
  return text.split(', ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}
