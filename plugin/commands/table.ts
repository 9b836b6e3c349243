import type { CommandName } from '../config/commands.ts';
import type { Options } from '../config/options.ts';
import type { Exit } from '../model/exits.ts';
import type { Io } from './io.ts';

export type Command = (options: Options, io: Io) => Promise<Exit>;

/** Every command that does something, loaded when it is asked for. */
export const table: Partial<Record<CommandName, () => Promise<Command>>> = {
  verify: async () => (await import('./verify.ts')).verify,
  guard: async () => (await import('./guard.ts')).guard,
  open: async () => (await import('./open.ts')).open,
  check: async () => (await import('./check.ts')).check,
  plan: async () => (await import('./plan.ts')).plan,
  doctor: async () => (await import('./doctor.ts')).doctor,
  inject: async () => (await import('./inject.ts')).inject,
  demo: async () => (await import('./demo.ts')).demo,
  lab: async () => (await import('./lab.ts')).lab,
  version: async () => (await import('./version.ts')).printVersion,
};
