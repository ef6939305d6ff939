import { z } from 'zod';

import { createCustomer, customer } from './customer.ts';
import { currency } from './enumerations.ts';
import { amount, httpUrl, referenceId, uuid, type WithNumberAmount } from './fields.ts';
import { CALLBACK_URL_LENGTH, RETURN_URL_LENGTH } from '../patterns.ts';
import { ORDER_DATES, ORDER_FEES, ORDER_STATE } from './order-members.ts';
import { createPaymentMethodData, paymentMethodData } from './payment-method-data.ts';

const returnUrl = httpUrl(RETURN_URL_LENGTH);

/** Body of POST /api/v1/orders/payin. */
export const createPayinRequest = z.strictObject({
  reference_id: referenceId,
  currency,
  amount,
  merchant_gate_method_id: uuid,
  payment_method_data: createPaymentMethodData.optional(),
  customer: createCustomer,
  callback_url: httpUrl(CALLBACK_URL_LENGTH).optional(),
  return_urls: z
    .strictObject({
      success: returnUrl.optional(),
      pending: returnUrl.optional(),
      fail: returnUrl.optional(),
    })
    .optional(),
});
export type CreatePayinRequest = z.output<typeof createPayinRequest>;
/** The same on the wire, where an amount is a JSON number of major units. */
export type CreatePayinBody = WithNumberAmount<z.input<typeof createPayinRequest>>;

/**
 * A payin order as a client may count on it from any deployment: an order, its state and its
 * money; the rest where it has a value. Unknown fields pass.
 */
export const payinOrder = z.object({
  id: z.string(),
  group_id: z.string().optional(),
  seq_id: z.int().optional(),
  reference_id: z.string().optional(),
  ...ORDER_STATE,
  payment_method_currency: currency.optional(),
  payment_method_amount: z.number().optional(),
  conversion_rate: z.number().optional(),
  ...ORDER_FEES,
  hold_amount: z.number().optional(),
  settlement_period: z.number().optional(),
  rolling_percent: z.number().optional(),
  rolling_amount: z.number().optional(),
  merchant_gate_method_id: z.string().optional(),
  merchant_id: z.string().optional(),
  payment_method_data: paymentMethodData.optional(),
  card_number: z.string().optional(),
  customer: customer.optional(),
  pay_url: z.string().optional(),
  return_url: z.string().optional(),
  rrn: z.string().optional(),
  ...ORDER_DATES,
  comment: z.string().optional(),
});
export type PayinOrder = z.output<typeof payinOrder>;

/** The same as this service answers it: these fields are always there. */
export const completePayinOrder = payinOrder.required({
  group_id: true,
  seq_id: true,
  reference_id: true,
  payment_source: true,
  payment_method_currency: true,
  payment_method_amount: true,
  conversion_rate: true,
  fee_percent: true,
  fee_fixed: true,
  fee_total: true,
  total: true,
  hold_amount: true,
  settlement_period: true,
  rolling_percent: true,
  rolling_amount: true,
  merchant_gate_method_id: true,
  merchant_id: true,
  customer: true,
  create_date: true,
  update_date: true,
});
export type CompletePayinOrder = z.output<typeof completePayinOrder>;
