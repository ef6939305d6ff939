/**
 * Looks at this thread's event loop from now on: an event loop that stands still may have had something to
 * do, or have waited for a processor that others had.
 *
 * @returns ends it, and says what the thread used of the processor between two of its ticks, at most, in
 * milliseconds
 */
export function watchEventLoop(): () => number {
  let lastUs = usedUs();
  let longestUs = 0;
  const look = () => {
    const nowUs = usedUs();
    longestUs = Math.max(longestUs, nowUs - lastUs);
    lastUs = nowUs;
  };
  const timer = setInterval(look, 10);
  return () => {
    clearInterval(timer);
    look();
    return longestUs / 1_000;
  };
}

function usedUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
