import { kinds } from '../model/kinds.ts';
import { nameList } from '../text/lists.ts';
import type { Facts, ServedVersion } from './facts.ts';
import { type Finding, findingsAbout } from './finding.ts';

export const versionRows = {
  versionsServed: { severity: 'ok', says: '{kind} is served as {versions}' },
  versionMissing: {
    severity: 'problem',
    says: 'warmgate reads {kind} {version}, which is not served[; served: {versions}]',
    todo: 'upgrade the CRDs of Theia Cloud, or use the release of warmgate that belongs to them',
  },
  versionFails: {
    severity: 'problem',
    says: '{kind} {version}, which warmgate reads, answers {status} {reason}',
    todo: 'look at the conversion webhook (its Deployment, Service, certificate, caBundle), then at the API server',
  },
  otherVersionFails: {
    severity: 'warning',
    says: '{kind} as {versions} answers {status} {reason}',
    todo: 'look at the conversion webhook: whoever reads those versions, perhaps Argo CD, cannot',
  },
  listFails: {
    severity: 'problem',
    says: 'the list of {kind} answers {status} {reason}',
    todo: 'look at the API server: until it answers, {kind} cannot be judged',
  },
} as const;

const found = findingsAbout('versions', versionRows);

/**
 * The versions of Theia Cloud's kinds that are served, and whether a list of each comes back. One that answers 5xx goes
 * through a broken conversion webhook, which fails every client of that version (argo-cd#20828).
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
  const versions = nameList(
    served.map(({ version }) => version),
    10,
  );
  if (!served.some(({ version }) => version === read)) {
    return [found('versionMissing', { kind, version: read, versions })];
  }
  const failing = served.flatMap(({ version, failure }) =>
    failure === undefined ? [] : [{ version, failure }],
  );
  if (failing.length === 0) return [found('versionsServed', { kind, versions })];
  // One broken webhook fails them all alike, so one finding is enough.
  const others = Map.groupBy(
    failing.filter(({ version }) => version !== read),
    ({ failure }) => `${failure.status} ${failure.reason}`,
  );
  return [
    ...failing
      .filter(({ version }) => version === read)
      .map(({ version, failure }) => found('versionFails', { kind, version, ...failure })),
    ...[...others.values()].flatMap((group) => {
      const names = group.map(({ version }) => version);
      return group
        .slice(0, 1)
        .map(({ failure }) =>
          found('otherVersionFails', { kind, versions: nameList(names, 10), ...failure }),
        );
    }),
  ];
}
