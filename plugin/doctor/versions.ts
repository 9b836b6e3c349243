import { kinds } from '../model/kinds.ts';
import { listed } from '../text/lists.ts';
import type { Facts, ServedVersion } from './facts.ts';
import { type Finding, found } from './finding-rows.ts';

/**
 * Which versions of Theia Cloud's kinds are served, and does a list of each come back? One that answers 5xx goes through
 * a broken conversion webhook, which puts every client of that version out (argo-cd#20828).
 */
export function versionFindings({ served, failed }: Facts): Finding[] {
  const ofKinds = (['AppDefinition', 'Session'] as const).flatMap((kind) =>
    ofKind(
      kind,
      served.filter((each) => each.kind === kind),
    ),
  );
  const named = new Set(ofKinds.filter(({ code }) => code === 'versionFails').map(({ args }) => args.kind));
  return [
    ...ofKinds,
    ...failed.filter(({ kind }) => !named.has(kind)).map((each) => found('listFails', { ...each })),
  ];
}

function ofKind(kind: ServedVersion['kind'], served: readonly ServedVersion[]): Finding[] {
  const { version: read } = kinds[kind];
  const versions = listed(
    served.map(({ version }) => version),
    10,
  );
  if (!served.some(({ version }) => version === read)) {
    return [found('versionMissing', { kind, version: read, versions })];
  }
  const failing = served.filter(({ failure }) => failure !== undefined);
  if (failing.length === 0) return [found('versionsServed', { kind, versions })];
  const ours = failing.filter(({ version }) => version === read);
  return [
    ...ours.map(({ version, failure }) => found('versionFails', { kind, version, ...failure })),
    ...others(failing.filter((each) => !ours.includes(each))).map((args) =>
      found('otherVersionFails', { kind, ...args }),
    ),
  ];
}

/** One broken webhook fails them all alike: told once. */
function others(failing: readonly ServedVersion[]) {
  const groups = Map.groupBy(failing, ({ failure }) => `${failure?.status} ${failure?.reason}`);
  return [...groups.values()].map((group) => ({
    versions: listed(
      group.map(({ version }) => version),
      10,
    ),
    ...group[0]?.failure,
  }));
}
