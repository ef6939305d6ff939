const EVERY_MS = 10_000;

/** Asks again every ten seconds for as long as somebody looks; to be made where a component is. */
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
 * Asks again while something is awaited, at pauses that double, and not while nobody looks. Made where a
 * component is: it ends with the component.
 *
 * @param awaited what is awaited, by which it begins anew with the shortest pause; '' for nothing
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
