/** Everything of the process that a command may touch. `main.ts` makes the real one, tests their own. */
export interface Io {
  /** The report, and nothing else. */
  out(text: string): void;
  /** Progress, warnings, errors. */
  err(text: string): void;
  env: Readonly<Record<string, string | undefined>>;
  /** Where relative file names start: INIT_CWD under npm, else the working directory. */
  cwd: string;
  terminal: { out: boolean; err: boolean; columns: number };
  /** Aborted at SIGTERM and SIGINT, and at SIGHUP where nothing else ends the command, with the signal's name as reason. */
  stop: AbortSignal;
  readStdin(): Promise<string>;
}
