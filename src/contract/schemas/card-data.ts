import { isExpired } from '#domain/card/expiry.ts';
import { isCardNumber, normalizeCardNumber } from '#domain/card/number.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import { z } from 'zod';

import { cardDataCustomer } from './customer.ts';
import { deviceChannel } from './enumerations.ts';
import { rule, text, uuid, words } from './fields.ts';
import * as patterns from '../patterns.ts';

const sensitive = (value: string) => new Sensitive(value);

const cardNumber = z
  .stringFormat('card_number', isTypedCardNumber)
  .transform(normalizeCardNumber)
  .transform(sensitive);
const cardholderName = words(patterns.CARDHOLDER_NAME_LENGTH).transform(sensitive);
const cvv = z.string().regex(patterns.CVV).transform(sensitive);
const dimension = z.string().regex(patterns.DIMENSION);

export const browserInfo = z.strictObject({
  color_depth: text(patterns.COLOR_DEPTH_LENGTH, patterns.COLOR_DEPTH),
  java_enabled: z.boolean(),
  screen_height: dimension,
  screen_width: dimension,
  timezone: z.string().regex(patterns.TIMEZONE),
  device_channel: deviceChannel,
  window_height: dimension,
  window_width: dimension,
});
export type BrowserInfo = z.output<typeof browserInfo>;

/**
 * Body of POST /api/v1/orders/payin/card-data. Number, code and names come out wrapped. It knows
 * no clock: a service refuses expired cards by unexpiredCardData.
 */
export const cardDataRequest = z.strictObject({
  order_id: uuid,
  card_number: cardNumber,
  first_name: cardholderName.optional(),
  last_name: cardholderName.optional(),
  cvv,
  exp_month: z.string().regex(patterns.EXP_MONTH),
  exp_year: z.string().regex(patterns.EXP_YEAR),
  customer: cardDataCustomer,
  browser_info: browserInfo,
});
export type CardDataRequest = z.output<typeof cardDataRequest>;
/** The same on the wire, where nothing is wrapped. */
export type CardDataBody = z.input<typeof cardDataRequest>;

const expiry = z.object({
  exp_month: z.string().regex(patterns.EXP_MONTH),
  exp_year: z.string().regex(patterns.EXP_YEAR),
});

/**
 * The same with the expiry judged by a clock; built once, where the clock is known. An expired
 * card is a violation at /exp_year, listed beside all others.
 */
export function unexpiredCardData(nowMs: () => number) {
  return cardDataRequest.refine(
    ({ exp_month: month, exp_year: year }) => !isExpired(month, year, nowMs()),
    {
      ...rule('expired', 'The card has expired.'),
      path: ['exp_year'],
      // Without this, zod would keep the verdict back until all other fields are right.
      when: ({ value }) => expiry.safeParse(value).success,
    },
  );
}

function isTypedCardNumber(typed: string): boolean {
  return (
    typed.length <= patterns.MAX_CARD_NUMBER_TYPED &&
    patterns.CARD_NUMBER_TYPED.test(typed) &&
    isCardNumber(normalizeCardNumber(typed))
  );
}
