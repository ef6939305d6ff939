import { ORDER_STATUSES } from '#domain/order/status.ts';
import * as v from 'valibot';
import { command, type Input } from '#console/api/ask.ts';

/** An order as the search answers it. */
export const foundOrder = v.object({
  id: v.string(),
  direction: v.picklist(['payin', 'payout']),
  reference_id: v.string(),
  merchant_id: v.string(),
  merchant: v.string(),
  method: v.nullable(v.string()),
  /** Null for whoever acts for a merchant, and where none was asked yet. */
  terminal: v.nullable(v.string()),
  status: v.picklist(ORDER_STATUSES),
  resolution_code: v.nullable(v.string()),
  currency: v.string(),
  amount: v.string(),
  /** A masked card number, or where a payout goes. */
  account: v.nullable(v.string()),
  email: v.nullable(v.string()),
  created_at: v.string(),
});
export type FoundOrder = v.InferOutput<typeof foundOrder>;

const foundOrders = v.object({
  orders: v.array(foundOrder),
  next: v.optional(v.string()),
});

/**
 * A page of orders. An answer that found none may have looked back for some of the time alone: then it is asked
 * on, until there is one.
 *
 * @throws Problem
 */
export async function searchOrders(
  input: Input,
  signal: AbortSignal,
): Promise<{ items: readonly FoundOrder[]; next: string | undefined }> {
  let { orders, next } = await command('orders search', input, foundOrders, signal);
  while (orders.length === 0 && next !== undefined) {
    ({ orders, next } = await command(
      'orders search',
      { ...input, after: next },
      foundOrders,
      signal,
    ));
  }
  return { items: orders, next };
}
