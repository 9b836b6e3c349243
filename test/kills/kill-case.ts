import type { Given, Step } from '../harness/scenario.ts';

/** A run of warmgate that is killed, and what it finds. */
export interface KillCase {
  name: string;
  /** It writes this often at least: what a sample is drawn from. */
  writes: number;
  given: Given;
  /** What happens before. */
  when: readonly Step[];
  /** The run that is killed. */
  args: readonly string[];
  /** Between the kill and the run that has to put all right. */
  after?: readonly Step[];
  /** That run; `verify` unless told. */
  again?: readonly string[];
}

/** Which write of the run, from 1, and whether the server still carried it out. */
export interface KillPoint {
  write: number;
  phase: 'before' | 'after';
}
