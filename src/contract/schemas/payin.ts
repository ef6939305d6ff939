import { z } from 'zod';
import { CALLBACK_URL_LENGTH, RETURN_URL_LENGTH } from '../patterns.ts';
import { createCustomer } from './customer.ts';
import {
  amount,
  currency,
  httpUrl,
  purchaseDescription,
  referenceId,
  uuid,
  type WithNumberAmount,
} from './fields.ts';
import { pageOf } from './list.ts';
import {
  id,
  money,
  ORDER_DATES,
  ORDER_FEES,
  ORDER_IDS,
  ORDER_STATE,
  orderComment,
  orderCustomer,
  orderMethodData,
  orderReference,
  percent,
  requestCurrency,
  requestMethodData,
} from './order.ts';

function returnUrl(description: string) {
  return httpUrl(RETURN_URL_LENGTH).meta({
    description: `${description} Absolute http or https URL without credentials. Empty counts as left out.`,
  });
}

export const returnUrls = z
  .strictObject({
    success: returnUrl('Where the shopper is sent once the order is paid.').optional(),
    pending: returnUrl('Where the shopper is sent from an order that is still open.').optional(),
    fail: returnUrl('Where the shopper is sent once the order is FAILED or CLOSED.').optional(),
  })
  .meta({
    id: 'ReturnUrls',
    description: 'URLs of the shop, by outcome. Without one, there is no link back to the shop.',
  });

/** Body of POST /api/v1/orders/payin. */
export const createPayinRequest = z
  .strictObject({
    reference_id: referenceId,
    currency: requestCurrency,
    amount,
    merchant_gate_method_id: uuid.meta({
      description:
        "The id of one of the merchant's payin methods, from the operator or from sandbox.json.",
    }),
    description: purchaseDescription(
      'What the payer buys, in one line, in any language: the payment page shows it under the amount. It is part of the request only, not of the order.',
    ).optional(),
    payment_method_data: requestMethodData.optional(),
    customer: createCustomer.meta({
      description: 'The payer, as far as the merchant knows them; `{}` for nothing.',
    }),
    callback_url: httpUrl(CALLBACK_URL_LENGTH)
      .meta({
        description:
          "URL for this order's webhook, instead of the merchant's own: an absolute http or https URL without credentials. Empty counts as left out: the merchant's own is used.",
      })
      .optional(),
    return_urls: returnUrls
      .meta({ description: 'Where the payment page sends the shopper afterwards.' })
      .optional(),
  })
  .meta({
    id: 'CreatePayinRequest',
    description: 'A payment that a merchant expects from a payer.',
  });
export type CreatePayinRequest = z.output<typeof createPayinRequest>;
/** The body as sent, where the amount is a JSON number of major units. */
export type CreatePayinBody = WithNumberAmount<z.input<typeof createPayinRequest>>;

/**
 * A payin order as a client may expect it from any deployment: its ids, state and amounts; other members if they have
 * a value. Unknown members are accepted.
 */
export const payinOrder = z.object({
  ...ORDER_IDS,
  seq_id: z
    .int()
    .meta({
      description: 'A unique number of the payin, increasing with creation time; from the service.',
    })
    .optional(),
  reference_id: orderReference.optional(),
  ...ORDER_STATE,
  payment_method_currency: currency
    .meta({
      description: 'The currency in which the payer is charged, from the payment method.',
    })
    .optional(),
  payment_method_amount: money(
    'The amount charged to the payer, in `payment_method_currency`: `amount` at `conversion_rate`, rounded half up.',
  ).optional(),
  conversion_rate: z
    .number()
    .meta({
      description:
        'Units of `payment_method_currency` for one of `currency`, from the payment method; 1 where they are the same.',
      exclusiveMinimum: 0,
    })
    .optional(),
  ...ORDER_FEES,
  total: money('Net to the merchant: `amount` less `fee_total`.').optional(),
  hold_amount: money('The part of `total` held until the settlement period ends.').optional(),
  settlement_period: z
    .number()
    .meta({
      description: 'Days for which `hold_amount` is held after success, from the payment method.',
      minimum: 0,
    })
    .optional(),
  rolling_percent: percent(
    'The share of `amount` that goes to the rolling reserve, from the method.',
  ).optional(),
  rolling_amount: money('The part of `total` that goes to the rolling reserve.').optional(),
  merchant_gate_method_id: id('The payment method, from the create request.').optional(),
  merchant_id: id('The merchant that the order belongs to, from the key.').optional(),
  payment_method_data: orderMethodData.optional(),
  card_number: z
    .string()
    .meta({
      description:
        'The card that the payer used last, as its first six and last four digits; left out until there is one.',
      pattern: '^[0-9]{6}\\*{2,9}[0-9]{4}$',
    })
    .optional(),
  customer: orderCustomer.optional(),
  pay_url: z
    .string()
    .meta({
      description:
        'Where to send the payer: the payment page, or a 3-D Secure challenge while there is one. Anybody who has it can pay. Left out for methods without a page.',
      format: 'uri',
    })
    .optional(),
  return_url: z
    .string()
    .meta({
      description:
        'That of the return URLs of the create request which fits the status now; left out where it was not given.',
      minLength: 1,
    })
    .optional(),
  rrn: z
    .string()
    .meta({
      description:
        'The retrieval reference number of the successful attempt, from the acquirer, where it gives one.',
    })
    .optional(),
  ...ORDER_DATES,
  comment: orderComment.optional(),
});
export type PayinOrder = z.output<typeof payinOrder>;

/** A payin order as this service sends it: these members are always present. */
export const completePayinOrder = payinOrder
  .required({
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
  })
  .meta({
    id: 'PayinOrder',
    description:
      'A payin: an order by which a payer pays a merchant. Members without a value are left out, never null.',
  });

export type CompletePayinOrder = z.output<typeof completePayinOrder>;

export const payinPage = pageOf(completePayinOrder, 'payins').meta({
  id: 'PayinPage',
  description: 'One page of a list of payins.',
});
