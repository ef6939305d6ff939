const EVERY_MS = 10_000;

/** The time that "ago" is said by: it goes on while somebody looks. */
class Now {
  ms = $state(Date.now());

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.ms = Date.now();
    }, EVERY_MS);
  }
}

export const now = new Now();
