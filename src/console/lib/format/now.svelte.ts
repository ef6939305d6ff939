const EVERY_MS = 10_000;

/** The current time for relative times. It advances every ten seconds while the page is visible. */
class Now {
  ms = $state(Date.now());

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.ms = Date.now();
    }, EVERY_MS);
  }
}

export const now = new Now();
