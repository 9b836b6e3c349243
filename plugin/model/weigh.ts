import type { Exit } from './exits.ts';
import { type Reason, reasons } from './reasons.ts';
import type { Report } from './report.ts';

/** Whose verdict it is: the command decides which reasons count. */
export interface Scales {
  command: Report['command'];
  /** `--no-wait-operator`. */
  operatorWaived: boolean;
  /** `--strict` of guard. */
  strict?: boolean;
}

/**
 * The exit code that a reason causes in this run (docs/architecture.md#exit-codes): guard and open judge no pool; check, and verify
 * that was told not to wait, take a missing operator for a warning; guard does unless it is strict.
 */
export function weigh(
  { code }: Pick<Reason, 'code'>,
  { command, operatorWaived, strict = false }: Scales,
): Exit {
  const { exit, about } = reasons[code];
  const absent = code === 'operatorAbsent' || code === 'operatorNotSeen';
  if (command === 'guard') return strict && absent && !operatorWaived ? exit : 0;
  if (command === 'open') return 0;
  if (about === 'operator' && (command === 'check' || operatorWaived)) return 0;
  return exit;
}
