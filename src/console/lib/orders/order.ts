import { command, type AnswerOf, type InputOf } from '#console/api/client.ts';

/** An order as the search finds it. */
export type FoundOrder = AnswerOf<'orders search'>['orders'][number];

/** All that is known of one order. */
export type OrderTimeline = AnswerOf<'orders show'>;
export type Refund = OrderTimeline['refunds'][number];
export type Attempt = OrderTimeline['attempts'][number];
export type Movement = OrderTimeline['movements'][number];
export type Retention = OrderTimeline['retentions'][number];
export type WebhookEvent = OrderTimeline['events'][number];

/**
 * A page of orders. An answer that found none may have looked back for some of the time alone: then it is asked
 * on, until there is one.
 *
 * @throws Problem
 */
export async function searchOrders(
  input: InputOf<'orders search'>,
  signal: AbortSignal,
): Promise<{ items: readonly FoundOrder[]; next: string | undefined }> {
  let { orders, next } = await command('orders search', input, signal);
  while (orders.length === 0 && next !== undefined) {
    ({ orders, next } = await command('orders search', { ...input, after: next }, signal));
  }
  return { items: orders, next };
}
