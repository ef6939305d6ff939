const INTERVAL_MS = 10_000;

/**
 * Calls `poll` every ten seconds while the page is visible. Call it during a component's initialization: it ends with
 * the component.
 */
export function pollWhileVisible(poll: () => void): void {
  $effect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) poll();
    }, INTERVAL_MS);
    return () => {
      clearInterval(timer);
    };
  });
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Calls `poll` while something is pending, with pauses that double from 1 to 30 seconds, and not while the page is
 * hidden. Call it during a component's initialization: it ends with the component.
 *
 * @param pending names what is pending; a new name restarts with the shortest pause, '' means nothing
 */
export function pollWhilePending(pending: () => string, poll: () => void): void {
  const name = $derived(pending());
  $effect(() => {
    if (name === '') return;
    let pauseMs = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (): void => {
      timer = setTimeout(() => {
        poll();
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        schedule();
      }, pauseMs);
    };
    const onVisibilityChange = (): void => {
      clearTimeout(timer);
      if (document.hidden) return;
      poll();
      schedule();
    };
    if (!document.hidden) schedule();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  });
}
