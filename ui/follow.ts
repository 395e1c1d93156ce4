/** Where a value that changes comes from. */
export interface Source<T> {
  /** Asks for the value as it is now. */
  readonly ask: () => Promise<T>;
  /** Listens to every later value. @returns what stops listening. */
  readonly listen: (onValue: (value: T) => void) => () => void;
}

/** A worker stopped in the middle of a message loses the answer; the second question wakes it. */
const ATTEMPTS = 2;

/**
 * Follows a value from the first answer on. A value that was told wins over an answer that comes later, because the
 * answer may be older.
 * @param onFailure called when nobody answered and nothing was told
 * @returns what stops following
 */
export function follow<T>(source: Source<T>, onValue: (value: T) => void, onFailure: () => void): () => void {
  let isStopped = false;
  let wasTold = false;
  const stopListening = source.listen((value) => {
    wasTold = true;
    if (!isStopped) onValue(value);
  });
  const ask = async (attempt: number): Promise<void> => {
    try {
      const value = await source.ask();
      if (!isStopped && !wasTold) onValue(value);
    } catch {
      if (isStopped || wasTold) return;
      if (attempt < ATTEMPTS) return ask(attempt + 1);
      onFailure();
    }
  };
  void ask(1);
  return () => {
    isStopped = true;
    stopListening();
  };
}
