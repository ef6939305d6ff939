/** A clock that stands still until it is moved. */
export interface TestClock {
  now: () => Date;
  advance(ms: number): void;
}

export function frozenClock(at = new Date('2026-03-01T12:00:00.000Z')): TestClock {
  let nowMs = at.getTime();
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms;
    },
  };
}

/** The machine's clock, which a test moves on in place of waiting: to when the acquirer is asked, or a bank decides. */
export function movedClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}
