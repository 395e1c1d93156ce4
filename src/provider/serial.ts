/** Runs tasks one after the other, whatever becomes of each. */
export type Serial = <T>(task: () => Promise<T>) => Promise<T>;

/** Makes a line of tasks of its own. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}
