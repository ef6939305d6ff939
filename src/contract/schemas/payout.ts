import { z } from 'zod';

import { createCustomer, customer } from './customer.ts';
import {
  currency,
  orderStatus,
  paymentSource,
  resolution,
  resolutionCode,
} from './enumerations.ts';
import { amount, referenceId, text, uuid, words, type WithNumberAmount } from './fields.ts';
import { COMMENT_LENGTH, DESTINATION_ACCOUNT_LENGTH } from '../patterns.ts';
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
  status: orderStatus,
  resolution: resolution.optional(),
  resolution_code: resolutionCode.optional(),
  resolution_message: z.string().optional(),
  provider_error_message: z.string().optional(),
  payment_source: paymentSource.optional(),
  currency,
  amount: z.number(),
  /** A card number is masked. */
  destination_account: z.string().optional(),
  fee_percent: z.number().optional(),
  fee_fixed: z.number().optional(),
  fee_min: z.number().optional(),
  fee_max: z.number().optional(),
  fee_total: z.number().optional(),
  total: z.number().optional(),
  payment_method_data: paymentMethodData.optional(),
  customer: customer.optional(),
  /** Unix seconds, as is update_date. */
  create_date: z.int().optional(),
  update_date: z.int().optional(),
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
