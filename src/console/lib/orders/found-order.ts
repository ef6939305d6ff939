import { ORDER_STATUSES } from '#domain/order/status.ts';
import * as v from 'valibot';

/** An order as the search answers it. */
export const foundOrder = v.object({
  id: v.string(),
  direction: v.picklist(['payin', 'payout']),
  reference_id: v.string(),
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

export const foundOrders = v.object({
  orders: v.array(foundOrder),
  next: v.optional(v.string()),
});
