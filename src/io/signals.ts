const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs work that must complete. A signal that would end the process is handled afterwards: Node calls
 * listeners between two tasks, never inside one.
 */
export const deferringSignals = <T>(task: () => T): T => {
  const ends = Object.entries(SIGNALS).map(([signal, code]) => [signal, () => process.exit(code)] as const);
  for (const [signal, end] of ends) process.on(signal, end);
  try {
    return task();
  } finally {
    // A signal that came meanwhile is delivered when the loop polls for input again, which lies between two immediates.
    setImmediate(() =>
      setImmediate(() => {
        for (const [signal, end] of ends) process.off(signal, end);
      }),
    );
  }
};
