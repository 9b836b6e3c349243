/** Work that runs one after the other, in the order in which it came. */
export interface Queue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Pieces of work that are running or waiting. */
  length(): number;
}

export function queue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return {
    length: () => length,
    run: (work) => {
      length += 1;
      const mine = last.then(work).finally(() => {
        length -= 1;
      });
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
