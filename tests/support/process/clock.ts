/** A clock that a test can move forward. */
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

/** Returns the machine's clock. A test moves it forward instead of waiting for an inquiry or a bank's decision. */
export function movedClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}
