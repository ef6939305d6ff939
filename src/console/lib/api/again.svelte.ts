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
