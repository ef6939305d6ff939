import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '#contract/client/result.ts';
import { PATIENCE_MS } from '../patience.ts';

const PAUSE_MS = 500;

/**
 * Repeats the same request while its effect is unknown, as a merchant does: a busy machine answers 503,
 * and the reference makes no second order.
 */
export async function untilKnown<T>(send: () => Promise<Result<T>>): Promise<Result<T>> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const result = await send();
    if (result.ok || result.effect === 'none' || performance.now() > deadlineMs) return result;
    await sleep(PAUSE_MS);
  }
}
