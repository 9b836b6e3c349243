import type { Exit } from '../model/exits.ts';
import { fill } from '../model/sentence.ts';
import { deadlineFindings, hookRows } from './deadlines.ts';
import type { Facts } from './facts.ts';
import type { Finding, FindingRow, Severity, Topic } from './finding.ts';
import { imageFindings, imageRows } from './images.ts';
import { operatorFindings, operatorRows } from './operator.ts';
import { ownerFindings, ownerRows } from './owners.ts';
import { permissionFindings, permissionRows } from './permissions.ts';
import { countFindings, countRows, gateFindings, gateRows, sidecarFindings, sidecarRows } from './pools.ts';
import { settingRows, settingsFindings } from './settings.ts';
import { versionFindings, versionRows } from './versions.ts';

/** The rows of each topic, in the order of the topics: everything that doctor can find. */
export const findingRows = {
  permissions: permissionRows,
  operator: operatorRows,
  versions: versionRows,
  settings: settingRows,
  sidecars: sidecarRows,
  images: imageRows,
  hooks: hookRows,
  gates: gateRows,
  owners: ownerRows,
  counts: countRows,
} as const satisfies Record<Topic, Readonly<Record<string, FindingRow>>>;

/** One rule a topic, in the order of the topics. */
const rules: readonly ((facts: Facts) => Finding[])[] = [
  permissionFindings,
  operatorFindings,
  versionFindings,
  settingsFindings,
  sidecarFindings,
  imageFindings,
  deadlineFindings,
  gateFindings,
  ownerFindings,
  countFindings,
];

/** What the facts show, topic by topic. A new finding is a row and a line in the rule below it. */
export function diagnose(facts: Facts): Finding[] {
  return rules.flatMap((rule) => rule(facts));
}

/** The full answer of doctor; schemas/diagnosis.schema.json describes it. */
export interface Diagnosis {
  apiVersion: 'warmgate/v1';
  kind: 'Diagnosis';
  version: string;
  server: string;
  context: string;
  namespace: string;
  /** The account that was asked about; empty when the server does not say. */
  account: string;
  /** RFC 3339, the server's clock. */
  at: string;
  exit: Extract<Exit, 0 | 1>;
  verdict: string;
  findings: Finding[];
}

type Origin = Pick<Diagnosis, 'version' | 'server' | 'context' | 'namespace' | 'account' | 'at'>;

export function buildDiagnosis(findings: readonly Finding[], origin: Origin): Diagnosis {
  const count = (severity: Severity): number => findings.filter((each) => each.severity === severity).length;
  const problems = count('problem');
  const warnings = count('warning');
  const say =
    problems > 0
      ? '{problems problem that fails|problems that fail} a hook, {warnings warning|warnings}'
      : warnings > 0
        ? 'nothing fails a hook, {warnings warning|warnings}'
        : 'nothing fails a hook';
  return {
    apiVersion: 'warmgate/v1',
    kind: 'Diagnosis',
    ...origin,
    exit: problems > 0 ? 1 : 0,
    verdict: fill(say, { problems, warnings }),
    findings: [...findings],
  };
}
