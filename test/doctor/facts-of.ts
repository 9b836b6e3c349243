import { assess } from '../../plugin/assess/assess.ts';
import { diagnose } from '../../plugin/doctor/diagnosis.ts';
import type { Facts } from '../../plugin/doctor/facts.ts';
import type { Finding } from '../../plugin/doctor/finding.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { rightsOf, uses, workers } from '../../plugin/model/rights.ts';
import type { Snapshot } from '../../plugin/model/snapshot.ts';
import { snapshotOf, usualAssess } from '../harness/world-look.ts';
import { worldStart } from '../harness/world-objects.ts';

export interface Changes extends Partial<Omit<Facts, 'snapshot' | 'assessment'>> {
  sight?: Partial<Snapshot['sight']>;
  operator?: Partial<Snapshot['operator']>;
}

/** Facts of a namespace with these objects, where everything may be read and done, but for `changes`. */
export function factsOf(objects: readonly KubeObject[], changes: Changes = {}): Facts {
  const { sight = {}, operator = {}, ...rest } = changes;
  const seen = snapshotOf(objects, worldStart);
  const snapshot = {
    ...seen,
    sight: { ...seen.sight, ...sight },
    operator: { ...seen.operator, ...operator },
  };
  return {
    snapshot,
    assessment: assess(snapshot, undefined, usualAssess).assessment,
    account: 'system:serviceaccount:theia:warmgate-verify',
    rights: workers.flatMap((worker) => uses.map((use) => ({ worker, use, missing: [] }))),
    served: [
      { kind: 'AppDefinition', version: 'v1beta11' },
      { kind: 'Session', version: 'v1beta8' },
    ],
    failed: [],
    jobs: [],
    cronJobs: [],
    badReferences: 0,
    ...rest,
  };
}

/** The rights table with these taken away, `verb resource`. */
export function lacking(...gaps: string[]): Facts['rights'] {
  return workers.flatMap((worker) =>
    uses.map((use) => ({
      worker,
      use,
      missing: rightsOf(worker, [use]).filter(({ verb, resource }) => gaps.includes(`${verb} ${resource}`)),
    })),
  );
}

/** Those findings, without their words. */
export function find(facts: Facts, ...codes: string[]): Pick<Finding, 'code' | 'args'>[] {
  const found = diagnose(facts).filter(({ code }) => codes.includes(code));
  return found.map(({ code, args }) => ({ code, args }));
}

export function codesOf(facts: Facts): string[] {
  return diagnose(facts).map(({ code }) => code);
}
