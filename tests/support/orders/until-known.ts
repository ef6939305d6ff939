import { valueIn, type Result } from '#contract/client/result.ts';
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

/** What a request answers that must succeed. @throws RequestFailed */
export async function succeeded<T>(send: () => Promise<Result<T>>): Promise<T> {
  return valueIn(await untilKnown(send));
}

/** Reads an order until it is as expected. @throws with its id and status where it never is */
export async function orderWhen<Order extends { id: string; status: string }>(
  read: () => Promise<Result<Order>>,
  isAsExpected: (order: Order) => boolean,
): Promise<Order> {
  return until(
    () => succeeded(read),
    isAsExpected,
    ({ id, status }) => `order ${id} is ${status}`,
  );
}
