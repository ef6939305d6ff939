import type { Result } from '#contract/client/result.ts';
import { until } from '../until.ts';

/**
 * Repeats the same request while its effect is unknown, as a merchant does: a busy machine answers 503,
 * and the reference makes no second order.
 */
export async function untilKnown<T>(send: () => Promise<Result<T>>): Promise<Result<T>> {
  return until(
    send,
    (result) => result.ok || result.effect === 'none',
    (last) => (last.ok ? '' : (last.problem?.title ?? last.cause)),
  );
}
