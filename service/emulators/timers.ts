/** Timers that all end with the emulator, so a stopped one keeps no process alive. */
export interface Timers {
  readonly after: (ms: number, run: () => void) => void;
  readonly clear: () => void;
}

export function createTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>();
  return {
    after: (ms, run) => {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        run();
      }, ms);
      waiting.add(timer);
    },
    clear: () => {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
