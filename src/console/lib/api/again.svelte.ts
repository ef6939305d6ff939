const EVERY_MS = 10_000;

/**
 * Calls `ask` every ten seconds while the page is visible. Call it during a component's initialization: it ends with
 * the component.
 */
export function again(ask: () => void): void {
  $effect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) ask();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  });
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Calls `ask` while something is pending, with pauses that double from 1 to 30 seconds, and not while the page is
 * hidden. Call it during a component's initialization: it ends with the component.
 *
 * @param awaited names what is pending; a new name restarts with the shortest pause, '' means nothing
 */
export function askAgainWhile(awaited: () => string, ask: () => void): void {
  const what = $derived(awaited());
  $effect(() => {
    if (what === '') return;
    let pauseMs = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (): void => {
      timer = setTimeout(() => {
        ask();
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        schedule();
      }, pauseMs);
    };
    const onlook = (): void => {
      clearTimeout(timer);
      if (document.hidden) return;
      ask();
      schedule();
    };
    if (!document.hidden) schedule();
    document.addEventListener('visibilitychange', onlook);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onlook);
    };
  });
}
