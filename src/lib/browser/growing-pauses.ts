const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;
const LONGER_BY = 1.4;

/** Between questions to a server that may not know the answer yet: each pause is longer than the one before. */
export const growingPauses = (): (() => Promise<void>) => {
  let pauseMs = FIRST_PAUSE_MS;
  return () => {
    const thisMs = pauseMs;
    pauseMs = Math.min(pauseMs * LONGER_BY, LONGEST_PAUSE_MS);
    return new Promise((resolve) => setTimeout(resolve, thisMs));
  };
};
