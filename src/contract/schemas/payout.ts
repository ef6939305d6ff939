import { z } from 'zod';

import { createCustomer, customer } from './customer.ts';
import { currency } from './enumerations.ts';
import { amount, referenceId, text, uuid, words, type WithNumberAmount } from './fields.ts';
import { COMMENT_LENGTH, DESTINATION_ACCOUNT_LENGTH } from '../patterns.ts';
import { ORDER_DATES, ORDER_FEES, ORDER_STATE } from './order-members.ts';
import { createPaymentMethodData, paymentMethodData } from './payment-method-data.ts';

/** Body of POST /api/v1/orders/payout. Whether the destination fits the method, the order says. */
export const createPayoutRequest = z.strictObject({
  reference_id: referenceId,
  currency,
  amount,
  destination_account: text(DESTINATION_ACCOUNT_LENGTH),
  merchant_gate_method_id: uuid,
  payment_method_data: createPaymentMethodData.optional(),
  customer: createCustomer,
  comment: words(COMMENT_LENGTH).optional(),
});
export type CreatePayoutRequest = z.output<typeof createPayoutRequest>;
/** The same on the wire, where an amount is a JSON number of major units. */
export type CreatePayoutBody = WithNumberAmount<z.input<typeof createPayoutRequest>>;

/**
 * A payout order as a client may count on it from any deployment. It has no seq_id, conversion,
 * hold, rolling, merchant, card, page or rrn fields: the specification gives those to payins only.
 */
export const payoutOrder = z.object({
  id: z.string(),
  group_id: z.string().optional(),
  reference_id: z.string().optional(),
  ...ORDER_STATE,
  /** A card number is masked. */
  destination_account: z.string().optional(),
  ...ORDER_FEES,
  payment_method_data: paymentMethodData.optional(),
  customer: customer.optional(),
  ...ORDER_DATES,
  comment: z.string().optional(),
});
export type PayoutOrder = z.output<typeof payoutOrder>;

/** The same as this service answers it: these fields are always there. */
export const completePayoutOrder = payoutOrder.required({
  group_id: true,
  reference_id: true,
  payment_source: true,
  destination_account: true,
  fee_percent: true,
  fee_fixed: true,
  fee_total: true,
  total: true,
  customer: true,
  create_date: true,
  update_date: true,
});
export type CompletePayoutOrder = z.output<typeof completePayoutOrder>;
