import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
const ANSWER_TIMEOUT_MS = 1_000;

/** Polls until the condition holds. @throws an Error with the text of `describe` when the time is up */
export async function until(
  isSo: () => Promise<boolean>,
  withinMs: number,
  describe: () => Promise<string> | string,
): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(await describe());
    await sleep(POLL_MS);
  }
}

/** @returns the JSON at a URL; undefined if there is no such answer */
export async function answerOf(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return await answer.json();
  } catch {
    return undefined;
  }
}
