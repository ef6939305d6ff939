import { z } from 'zod';
import { DESTINATION_ACCOUNT_LENGTH } from '../patterns.ts';
import { createCustomer } from './customer.ts';
import { amount, comment, referenceId, text, uuid, type WithNumberAmount } from './fields.ts';
import { pageOf } from './list.ts';
import {
  money,
  ORDER_DATES,
  ORDER_FEES,
  ORDER_IDS,
  ORDER_STATE,
  orderComment,
  orderCustomer,
  orderMethodData,
  orderReference,
  requestCurrency,
  requestMethodData,
} from './order.ts';

/**
 * Body of POST /api/v1/orders/payout. A destination that does not fit the method is not a violation: the order fails.
 */
export const createPayoutRequest = z
  .strictObject({
    reference_id: referenceId,
    currency: requestCurrency,
    amount,
    destination_account: text(DESTINATION_ACCOUNT_LENGTH).meta({
      description:
        "Where the money goes, in the form of the method's payment source: a card number (spaces, dots and dashes are removed), a TRON address, a telephone number with its plus sign, a PIX key, an account. If it does not fit the method, the order fails.",
    }),
    merchant_gate_method_id: uuid.meta({
      description:
        "The id of one of the merchant's payout methods, from the operator or from sandbox.json.",
    }),
    payment_method_data: requestMethodData.optional(),
    customer: createCustomer.meta({
      description: 'The payee, as far as the merchant knows them; `{}` for nothing.',
    }),
    comment: comment("The merchant's comment on the payout, shown with the order.").optional(),
  })
  .meta({
    id: 'CreatePayoutRequest',
    description: "A payment that a merchant makes from its gate's balance.",
  });
export type CreatePayoutRequest = z.output<typeof createPayoutRequest>;
/** The body as sent, where the amount is a JSON number of major units. */
export type CreatePayoutBody = WithNumberAmount<z.input<typeof createPayoutRequest>>;

const destination = z.string().meta({
  description:
    'Where the money goes, from the create request; a card number as its first six and last four digits.',
});

/**
 * A payout order as a client may expect it from any deployment. It has no seq_id, conversion, hold, rolling,
 * merchant, card, page or rrn members: the specification gives those to payins only.
 */
export const payoutOrder = z.object({
  ...ORDER_IDS,
  reference_id: orderReference.optional(),
  ...ORDER_STATE,
  destination_account: destination.optional(),
  ...ORDER_FEES,
  total: money("The amount charged to the gate's balance: `amount` plus `fee_total`.").optional(),
  payment_method_data: orderMethodData.optional(),
  customer: orderCustomer.optional(),
  ...ORDER_DATES,
  comment: orderComment.optional(),
});
export type PayoutOrder = z.output<typeof payoutOrder>;

/** A payout order as this service sends it: these members are always present. */
export const completePayoutOrder = payoutOrder
  .required({
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
  })
  .meta({
    id: 'PayoutOrder',
    description:
      'A payout: an order by which a merchant pays a recipient. Members without a value are left out, never null.',
  });

export type CompletePayoutOrder = z.output<typeof completePayoutOrder>;

export const payoutPage = pageOf(completePayoutOrder, 'payouts').meta({
  id: 'PayoutPage',
  description: 'One page of a list of payouts.',
});
