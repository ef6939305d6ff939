import { statusInWords, type StatusText } from './words.ts';
import { disputeInWords } from '#console/disputes/dispute.ts';
import { money } from '#console/format/money.ts';
import { command, type AnswerOf, type InputOf } from '#console/api/client.ts';

/** An order in search results. */
export type FoundOrder = AnswerOf<'orders search'>['orders'][number];

/** Everything that is known about one order. */
export type OrderTimeline = AnswerOf<'orders show'>;
export type Refund = OrderTimeline['refunds'][number];
export type Attempt = OrderTimeline['attempts'][number];
export type Movement = OrderTimeline['movements'][number];
export type Retention = OrderTimeline['retentions'][number];
export type WebhookEvent = OrderTimeline['events'][number];

/**
 * Returns a page of orders. An empty answer may have searched only part of the time range: then this asks for the
 * rest, until it finds an order or reaches the end.
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

/** Returns an order's status in words: one that waits after a decline is not just "Created". */
export function statusOf({
  status,
  decline_reason: decline,
  refused_by: refusedBy,
}: Pick<FoundOrder, 'status' | 'decline_reason' | 'refused_by'>): StatusText {
  if (status !== 'CREATED' || (decline ?? refusedBy) === null) return statusInWords(status);
  const what = refusedBy === null ? 'Declined' : 'Refused';
  return { tone: 'waiting', text: `${what}, may try again` };
}

/** Returns the marks of an order that was refunded, in part or whole, or disputed. */
export function reversalsOf({
  amount: ordered,
  refunded,
  dispute,
  disputed,
  currency,
}: Pick<FoundOrder, 'amount' | 'refunded' | 'dispute' | 'disputed' | 'currency'>): StatusText[] {
  const marks: StatusText[] = [];
  if (refunded !== null) {
    marks.push({ tone: 'quiet', text: `Refunded ${money(refunded, currency)}` });
  }
  if (dispute !== null) {
    const { tone, text } = disputeInWords(dispute);
    const isPart = disputed !== null && disputed !== ordered;
    const amount = isPart ? ` ${money(disputed, currency)}` : '';
    marks.push({ tone, text: `Disputed${amount}: ${text.toLowerCase()}` });
  }
  return marks;
}
