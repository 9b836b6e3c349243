import { owners } from '../../plugin/theia/owners.ts';
import type { PassStep } from '../../plugin/theia/reconcile/steps.ts';
import { withOwners } from './world-objects.ts';
import type { Play, Process } from './world-play.ts';

/** Deletes carry no precondition, a create of what is there is logged, an edit tests what it read; nothing is tried again. */
export function* carryOut(play: Play, steps: readonly PassStep[]): Process {
  for (const step of steps) {
    yield play.between(30, 90);
    const found = play.store.get(step.kind, step.name);
    if (step.act === 'create' && found === undefined) play.store.create(step.kind, step.object);
    if (step.act === 'delete' && found !== undefined) play.store.remove(step.kind, step.name);
    if (step.act !== 'disown' || found === undefined) continue;
    yield play.between(5, 30);
    const now = play.store.get(step.kind, step.name);
    if (now?.metadata.resourceVersion !== found.metadata.resourceVersion) continue;
    play.store.replace(
      withOwners(
        found,
        [...owners(found)].filter(({ uid }) => uid !== step.owner),
      ),
      'operator',
    );
  }
}
