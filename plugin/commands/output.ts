import type { Writable } from 'node:stream';

/** A standard stream whose reader may leave and whose disk may fill: writing to it never throws and never ends the process. */
export interface Output {
  write(text: string): void;
  /** Resolves when all is written, with the code of what went wrong; undefined: nothing. */
  failed(): Promise<string | undefined>;
}

/** What comes after the first failure is dropped. */
export function output(stream: Writable): Output {
  let failure: string | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure ??= error.code ?? 'unknown';
  });
  return {
    write(text) {
      if (failure === undefined) stream.write(text);
    },
    async failed() {
      await new Promise<void>((resolve) => stream.write('', () => setImmediate(resolve)));
      return failure;
    },
  };
}
