/** Holds back what arrives before the relay has restored its state, and lets it through in order afterwards. */
export interface StartGate {
  /** Acts at once when the gate is open, else when it opens, after all that came before. */
  readonly pass: (act: () => void) => void;
  /** Opens the gate, after letting through what waited. */
  readonly open: () => void;
}

export function createStartGate(): StartGate {
  let waiting: (() => void)[] | undefined = [];
  return {
    pass(act) {
      if (waiting === undefined) act();
      else waiting.push(act);
    },
    open() {
      const held = waiting ?? [];
      waiting = undefined;
      for (const act of held) act();
    },
  };
}
