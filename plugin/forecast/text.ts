import { hanging } from '../text/grid.ts';
import { instanceRanges } from '../text/lists.ts';
import { painter, type TextOptions } from '../text/paint.ts';
import {
  changeKinds,
  type InstanceFate,
  instanceFates,
  type PartLoss,
  type Plan,
  type PlannedInstance,
  type PlannedPool,
  type PlannedSession,
} from './plan.ts';

const widest = Math.max(...Object.values(instanceFates).map(({ label }) => label.length)) + 2;

/** The plan for people: each AppDefinition with the fates of its instances, sessions at risk, notes, the verdict last. */
export function renderPlan(plan: Plan, { colour, width }: TextOptions): string {
  const paint = painter(colour);
  const fold = (text: string, indent: number): string => hanging(text, indent, width);
  const { version, namespace, source, server, pools, sessions, notes, verdict } = plan;
  const seen = { live: server, file: 'pools from files', base: 'pools as the base revision makes them' }[
    source
  ];
  const sections = [
    [paint('head', fold(`warmgate ${version} plan, namespace ${namespace}, ${seen}`, 2))],
    ...pools.map((pool) => [
      paint(pool.change === 'none' ? 'dim' : 'head', fold(headOf(pool), 2)),
      ...fatesOf(pool.instances).map(
        ([fate, text]) =>
          `  ${paint(instanceFates[fate].tone, instanceFates[fate].label.padEnd(widest))}${fold(text, widest + 2)}`,
      ),
    ]),
    sessions.flatMap((session) => [
      paint('bad', fold(riskOf(session), 2)),
      `  ${paint(session.withGuard.length === 0 ? 'good' : 'bad', fold(`with guard: ${said(session.withGuard)}`, 4))}`,
    ]),
    notes.map(({ text }) => paint('warn', fold(`- ${text}`, 2))),
    [paint(sessions.length > 0 ? 'warn' : 'good', fold(verdict, 2))],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headOf({ app, change, generation, image, minInstances, fields }: PlannedPool): string {
  const moved = (what: string, [from, to]: readonly [string | number, string | number]): string[] =>
    from === to || from === '' || to === '' ? [] : [`${what} ${from} -> ${to}`];
  const named = ['image', 'minInstances'];
  const others = fields.filter((field) => !named.includes(field));
  const parts =
    change === 'spec'
      ? [
          ...moved('generation', generation),
          ...moved('image', image),
          ...moved('minInstances', minInstances),
          ...(others.length === 0 ? [] : [`also ${others.join(', ')}`]),
        ]
      : [];
  return `${app} ${changeKinds[change]}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

/** Ids by fate, and by what is lost with it. */
function fatesOf(instances: readonly PlannedInstance[]): [InstanceFate, string][] {
  const groups = Map.groupBy(instances, ({ fate, lost }) => `${fate}/${lost.join(', ')}`);
  return (Object.keys(instanceFates) as InstanceFate[]).flatMap((fate) =>
    [...groups.values()]
      .filter(([first]) => first?.fate === fate)
      .map((group): [InstanceFate, string] => {
        const lost = fate === 'deleted' ? [] : (group[0]?.lost ?? []);
        const held = group.filter(({ session }) => session !== undefined);
        const whose =
          held.length === 0 ? '' : ` (${held.map(({ id, session }) => `${id}: ${session}`).join(', ')})`;
        return [
          fate,
          `${instanceRanges(group.map(({ id }) => id))}${whose}${lost.length === 0 ? '' : `, without ${lost.join(', ')}`}`,
        ];
      }),
  );
}

function riskOf({ name, app, instance, loses }: PlannedSession): string {
  return `session ${name} (${app} ${instance}): ${said(loses)}`;
}

function said(loses: readonly PartLoss[]): string {
  return loses.length === 0 ? 'nothing is lost' : loses.map(({ text }) => text).join('; ');
}
