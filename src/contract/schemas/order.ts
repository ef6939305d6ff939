import { z } from 'zod';
import { formatMinor } from '#domain/money.ts';
import { customer } from './customer.ts';
import * as patterns from '../patterns.ts';
import {
  currency,
  orderStatus,
  paymentSource,
  resolution,
  resolutionCode,
  holdsNoBrandNumber,
  httpUrl,
  NO_CARD_NUMBER,
} from './fields.ts';

/* Members of answers. They are checked by type only; the metadata states the service's further guarantees. */

export function money(description: string) {
  return z.number().meta({
    description: `${description} In major units, with at most two decimals.`,
  });
}

export function percent(description: string) {
  return z.number().meta({
    description: `${description} In percent, with at most six decimals: 2.9 is 2.9 %.`,
    minimum: 0,
  });
}

export function id(description: string) {
  return z.string().meta({ description: `${description} A UUID in lower case.`, format: 'uuid' });
}

export function seconds(description: string) {
  return z.int().meta({
    description: `${description} Unix time in whole seconds, by the service's clock.`,
    minimum: 0,
  });
}

export function isoInstant(description: string) {
  return z.string().meta({
    description: `${description} ISO 8601 in UTC, with milliseconds, by the service's clock.`,
    format: 'date-time',
  });
}

/** An order's identifiers. */
export const ORDER_IDS = {
  id: id("The order's id, from the service."),
  group_id: id(
    'Shared by the orders that one request made; equal to `id` where there is but one.',
  ).optional(),
};

export const orderReference = z
  .string()
  .meta({ description: "The merchant's reference for the payment, from the create request." });

export const resolutionMessage = z
  .string()
  .meta({ description: 'The resolution code as a sentence for people; the wording may change.' });

/** An order's state, the same for payins and payouts. */
export const ORDER_STATE = {
  status: orderStatus.meta({
    description:
      'The status of the order; SUCCESS, FAILED and CLOSED are final and are sent by webhook.',
  }),
  resolution: resolution
    .meta({
      description:
        'The result: OK, SYSTEM_ERROR (a rule of the service) or PROVIDER_ERROR (a refusal by the acquirer). Left out while the order is open.',
    })
    .optional(),
  resolution_code: resolutionCode
    .meta({
      description: 'Why the order did not succeed. Left out if it is open or succeeded.',
    })
    .optional(),
  resolution_message: resolutionMessage.optional(),
  provider_error_message: z
    .string()
    .meta({
      description:
        "The acquirer's message for the last declined attempt, for people. Also present if the order awaits its payer again.",
    })
    .optional(),
  payment_source: paymentSource
    .meta({ description: 'Where the money comes from or goes to, from the payment method.' })
    .optional(),
  currency: currency.meta({
    description: 'The currency of the amounts, from the create request.',
  }),
  amount: money('The requested amount, from the create request.'),
};

/** An order's fees. */
export const ORDER_FEES = {
  fee_percent: percent("The fee's share of the amount, from the payment method.").optional(),
  fee_fixed: money("The fee's fixed part, from the payment method.").optional(),
  fee_min: money('The minimum fee, from the payment method; left out for none.').optional(),
  fee_max: money('The maximum fee, from the payment method; left out for none.').optional(),
  fee_total: money(
    'The fee: percentage plus fixed part, within its minimum and maximum, rounded half up once.',
  ).optional(),
};

export const CREATED = 'When the order was created.';
export const CHANGED = 'When the order last changed.';

export const ORDER_DATES = {
  create_date: seconds(CREATED).optional(),
  update_date: seconds(CHANGED).optional(),
};

export const orderComment = z.string().meta({
  description: 'A comment on the order; for a payout, from its create request.',
});

/** `payment_method_data` of create requests. */
const createPaymentMethodData = z
  .strictObject({
    payment_url: httpUrl(patterns.PAYMENT_URL_LENGTH)
      .refine((url) => [url, decoded(url)].every(holdsNoBrandNumber), NO_CARD_NUMBER)
      .meta({
        maxLength: patterns.PAYMENT_URL_LENGTH.max,
        description: `Absolute http or https address, without credentials, of the merchant's website or of the page where the payer started. Empty counts as left out. ${NO_CARD_NUMBER.error}`,
      })
      .optional(),
  })
  .meta({
    id: 'CreatePaymentMethodData',
    description: 'Details that are passed to the payment method.',
  });

/** Documents a pattern without enforcing it: a client gains nothing by refusing an answer. */
function documented(description: string, pattern: RegExp) {
  return z.string().meta({ description, pattern: pattern.source });
}

/** `payment_method_data` of answers. */
export const paymentMethodData = z
  .object({
    bank_id: documented(
      "The bank's id in the scheme of the payment method, from the acquirer.",
      patterns.BANK_ID,
    ).optional(),
    cpf: documented(
      'The Brazilian taxpayer number of the payer or payee, 11 digits, from the acquirer.',
      patterns.CPF,
    ).optional(),
    iban: documented(
      'The account, as an IBAN without spaces, from the acquirer.',
      patterns.IBAN,
    ).optional(),
    ifsc: documented(
      "The Indian bank branch's code in lower case, from the acquirer.",
      patterns.IFSC,
    ).optional(),
    pix_key: z
      .string()
      .meta({
        description: 'The PIX key of the account, from the acquirer.',
        maxLength: patterns.PIX_KEY_LENGTH.max,
      })
      .optional(),
    tckn: documented(
      'The Turkish identity number of the payer or payee, 11 digits, from the acquirer.',
      patterns.TCKN,
    ).optional(),
  })
  .meta({
    id: 'PaymentMethodData',
    description: 'What the payment method says beside the order. Left out where it says nothing.',
  });

export type PaymentMethodData = z.output<typeof paymentMethodData>;

/* Members of both kinds of order, in requests and in answers. */

export const requestCurrency = currency.meta({
  description: "The currency of `amount`, which must be the payment method's own.",
});

export const requestMethodData = createPaymentMethodData.meta({
  description: 'Optional details that are passed to the payment method.',
});

export const orderMethodData = paymentMethodData.meta({
  description: 'Additional details from the payment method.',
});

export const orderCustomer = customer.meta({
  description: 'The payer or payee, as far as they are known.',
});

/** Decodes percent-encoding if it is valid: `4242%204242` is a number with a space. */
function decoded(url = ''): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/**
 * Converts minor units to the JSON number of an answer. A double holds up to 15 digits and prints them back
 * unchanged.
 */
export function majorNumber(minor: bigint): number {
  return Number(formatMinor(minor));
}

/** Converts an instant to whole Unix seconds, as in answers. */
export function unixSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}
