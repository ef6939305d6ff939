/** Nothing in flight takes as long: a request has to arrive and be answered in less. Against a bug. */
const STOP_TIMEOUT_MS = 90_000;

/** Ctrl-C, a supervisor, a terminal that is closed: to all of them the program ends in the same way. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the process with 0 once `stop` is done. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = () => {
    // A terminal and npm both pass Ctrl-C on: the second one must not cut the first one short.
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      console.error('Requests did not finish in time; stopping without them.');
      process.exit(1);
    }, STOP_TIMEOUT_MS);
    void stop().then(() => process.exit(0));
  };
  for (const signal of STOP_SIGNALS) process.on(signal, begin);
}
