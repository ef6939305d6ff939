/**
 * Looks at this thread's event loop from now on: an event loop that stands still may have had something to
 * do, or have waited for a processor that others had.
 *
 * @returns ends it, and says what the thread used of the processor between two of its ticks, at most, in
 * milliseconds
 */
export function watchEventLoop(): () => number {
  let lastUs = threadUsedUs();
  let longestUs = 0;
  const look = () => {
    const nowUs = threadUsedUs();
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

/**
 * What this thread has used of the processor, in microseconds. A loop that does nothing but ask spends more of it in the kernel
 * than outside.
 */
export function threadUsedUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
