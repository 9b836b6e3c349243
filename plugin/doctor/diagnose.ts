import { deadlineFindings } from './deadlines.ts';
import type { Facts } from './facts.ts';
import type { Finding } from './finding-rows.ts';
import { imageFindings } from './images.ts';
import { operatorFindings } from './operator.ts';
import { ownerFindings } from './owners.ts';
import { permissionFindings } from './permissions.ts';
import { countFindings, gateFindings, sidecarFindings } from './pools.ts';
import { settingsFindings } from './settings.ts';
import { versionFindings } from './versions.ts';

/** One a topic, in the order of the topics. */
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

/** Everything that the facts show, topic by topic. A function; a new finding is a row, its words and a line in its rule. */
export function diagnose(facts: Facts): Finding[] {
  return rules.flatMap((rule) => rule(facts));
}
