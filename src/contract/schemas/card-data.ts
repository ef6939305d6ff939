import { z } from 'zod';
import { isExpired } from '#domain/card/expiry.ts';
import { isCardNumber, normalizeCardNumber } from '#domain/card/number.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import * as patterns from '../patterns.ts';
import { cardDataCustomer } from './customer.ts';
import { deviceChannel, rule, text, uuid, words } from './fields.ts';

function cardholderName(description: string) {
  return words(description, patterns.CARDHOLDER_NAME_LENGTH);
}

function dimension(description: string) {
  return z.string().regex(patterns.DIMENSION).meta({ description });
}

export const browserInfo = z
  .strictObject({
    color_depth: text(patterns.COLOR_DEPTH_LENGTH, patterns.COLOR_DEPTH).meta({
      description: 'Bits of colour per pixel, in digits: `screen.colorDepth`.',
    }),
    java_enabled: z.boolean().meta({
      description: 'Whether Java can run: `navigator.javaEnabled()`.',
    }),
    screen_height: dimension("The screen's height in CSS pixels, in digits: `screen.height`."),
    screen_width: dimension("The screen's width in CSS pixels, in digits: `screen.width`."),
    timezone: z.string().regex(patterns.TIMEZONE).meta({
      description:
        'Minutes from local time to UTC, negative east of Greenwich: `Date.prototype.getTimezoneOffset()`.',
    }),
    device_channel: deviceChannel.meta({
      description:
        "The payer's channel: 01 app, 02 browser, 03 none (the request comes from the merchant).",
    }),
    window_height: dimension(
      "The browser window's height in CSS pixels, in digits: `innerHeight`.",
    ),
    window_width: dimension("The browser window's width in CSS pixels, in digits: `innerWidth`."),
  })
  .meta({
    id: 'BrowserInfo',
    description: "Details of the payer's browser, for EMV 3-D Secure.",
  });
export type BrowserInfo = z.output<typeof browserInfo>;

/** Body of POST /api/v1/orders/payin/card-data as sent. */
const cardDataBody = z
  .strictObject({
    order_id: uuid.meta({
      description: 'The id of the payin, from the answer that created it.',
    }),
    card_number: z.stringFormat('card_number', isTypedCardNumber).meta({
      description:
        'The card number as it was typed: 12 to 19 digits with a right check digit, with spaces and hyphens where they like.',
    }),
    first_name: cardholderName(
      "The cardholder's first name, as it is printed on the card.",
    ).optional(),
    last_name: cardholderName(
      "The cardholder's last name, as it is printed on the card.",
    ).optional(),
    cvv: z.string().regex(patterns.CVV).meta({
      description: "The card's security code, 3 or 4 digits.",
    }),
    exp_month: z.string().regex(patterns.EXP_MONTH).meta({
      description: "The month of the card's expiry, 01 to 12.",
    }),
    exp_year: z.string().regex(patterns.EXP_YEAR).meta({
      description:
        "The last two digits of the year of the card's expiry. A card that has expired by the service's clock is refused.",
    }),
    customer: cardDataCustomer.meta({ description: 'The payer; `{}` for nothing.' }),
    browser_info: browserInfo.meta({ description: "The payer's browser, for 3-D Secure." }),
  })
  .meta({
    id: 'CardDataRequest',
    description: 'A card for an order that awaits one. Only for merchants who may see card data.',
  });
export type CardDataBody = z.input<typeof cardDataBody>;

/** A card in the form that acquirers take: digits only, two digits each for month and year. */
export interface CardDetails {
  number: string;
  securityCode: string;
  expiryMonth: string;
  expiryYear: string;
  firstName: string | undefined;
  lastName: string | undefined;
}

/** Parses a body and wraps its card. This schema has no clock; unexpiredCardData also refuses expired cards. */
export const cardDataRequest = cardDataBody.transform(withWrappedCard);
export type CardDataRequest = z.output<typeof cardDataRequest>;

/** Wraps the card: from here to the acquirer's adapter, nothing else unwraps and wraps it. */
function withWrappedCard(body: z.output<typeof cardDataBody>) {
  return {
    order_id: body.order_id,
    card: new Sensitive<CardDetails>({
      number: normalizeCardNumber(body.card_number),
      securityCode: body.cvv,
      expiryMonth: body.exp_month,
      expiryYear: body.exp_year,
      firstName: body.first_name,
      lastName: body.last_name,
    }),
    customer: body.customer,
    browser_info: body.browser_info,
  };
}

const expiry = z.object({
  exp_month: z.string().regex(patterns.EXP_MONTH),
  exp_year: z.string().regex(patterns.EXP_YEAR),
});

/**
 * Returns the schema with a check of the expiry date. Build it once, where the clock is known. An expired card is a
 * violation at /exp_year, listed along with all others.
 */
export function unexpiredCardData(nowMs: () => number) {
  return cardDataBody
    .refine(({ exp_month: month, exp_year: year }) => !isExpired(month, year, nowMs()), {
      ...rule('expired', 'The card has expired.'),
      path: ['exp_year'],
      // Without this, zod would skip the check until all other fields are valid.
      when: ({ value }) => expiry.safeParse(value).success,
    })
    .transform(withWrappedCard);
}

function isTypedCardNumber(typed: string): boolean {
  return (
    typed.length <= patterns.MAX_CARD_NUMBER_TYPED &&
    patterns.CARD_NUMBER_TYPED.test(typed) &&
    isCardNumber(normalizeCardNumber(typed))
  );
}

/** Maximum length of one header, in characters. */
export const PAYER_HEADER_LENGTH = 512;

const headerText = z.string().max(PAYER_HEADER_LENGTH);
const address = z.stringFormat(
  'ip_address',
  (text) => z.regexes.ipv4.test(text) || z.regexes.ipv6.test(text),
);

/**
 * Optional headers of the card data request: data that 3-D Secure needs about the payer's browser and that has no
 * member in the body. Each has the value that the browser itself sent. They are not signed.
 */
export const payerHeaders = z.object({
  'X-Payer-Address': address.optional().meta({
    description:
      'The IP address of the payer, for 3-D Secure. This and the other X-Payer headers are not signed.',
    example: '203.0.113.7',
  }),
  'X-Payer-User-Agent': headerText.optional().meta({
    description: "The User-Agent header of the payer's browser.",
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
  }),
  'X-Payer-Accept': headerText.optional().meta({
    description: "The Accept header of the payer's browser.",
    example: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  }),
  'X-Payer-Accept-Language': headerText.optional().meta({
    description: "The Accept-Language header of the payer's browser.",
    example: 'de-AT,de;q=0.9',
  }),
  'X-Payer-Script': z.enum(['true', 'false']).optional().meta({
    description: 'Whether the form ran with JavaScript; true without the header.',
    example: 'true',
  }),
});
export type PayerHeaders = z.output<typeof payerHeaders>;

const MAX_MEMBERS = 20;
const MAX_NAME_LENGTH = 64;
/** Maximum characters of all values together. */
const MAX_LENGTH = 16_384;

const returned = z
  .record(z.string().max(MAX_NAME_LENGTH), z.string())
  .refine((given) => Object.keys(given).length <= MAX_MEMBERS, 'Has too many members.')
  .refine((given) => Object.values(given).join('').length <= MAX_LENGTH, 'Is too long.');

/** The query or form that the issuer's page sent back with the shopper. Only the acquirer interprets it. */
export const challengeReturn = z.strictObject({ members: returned });
