import { FREE_TEXT, OWN_IMAGE } from '#contract/patterns.ts';
import { formatMinor, parseAmount } from '#domain/money.ts';
import { z } from 'zod';

/** What stands in a deployment's file, each in the one form in which it is compared and printed. */

const NAME_MAX = 80;

/** By which the file and later ones mean the same thing. */
export const name = z
  .string()
  .min(1)
  .max(NAME_MAX, { abort: true })
  .regex(FREE_TEXT, {
    error: 'holds NUL or half of a character, which no database stores',
    abort: true,
  })
  .regex(/^(?!\s)[^\p{Cc}]*(?<!\s)$/u, 'must be one line without spaces around it');

/** An image of 64 KiB in base64, with what says of which kind it is: every payment page carries it along. */
const LOGO_MAX = 87_500;

export const logo = z
  .string()
  .max(LOGO_MAX, { error: 'must be an image of at most 64 KiB', abort: true })
  .regex(OWN_IMAGE, "must be a data:image address or a path of the page's own");

const AMOUNT_FORM =
  'must be decimal text in quotes with at most two decimals, such as "12.50": no currency has more';

/** Decimal text with two decimals. */
export const amount = z
  .string({ error: AMOUNT_FORM })
  .refine((text) => parseAmount(text) !== undefined, { error: AMOUNT_FORM, abort: true })
  .transform((text) => formatMinor(parseAmount(text) ?? 0n));

export const amountAboveZero = amount.refine((text) => text !== '0.00', 'must be above zero');

const PERCENT_FORM = 'must be decimal text in quotes from 0 to 100, such as "1.5"';
const RATE_FORM = 'must be decimal text in quotes above zero, such as "0.0021"';

export const percent = decimal(/^\d{1,3}(?:\.\d{1,6})?$/, PERCENT_FORM).refine(
  (text) => Number(text) <= 100,
  PERCENT_FORM,
);

export const rate = decimal(/^\d{1,9}(?:\.\d{1,12})?$/, RATE_FORM).refine(
  (text) => text !== '0',
  RATE_FORM,
);

function decimal(form: RegExp, error: string) {
  return z.string({ error }).regex(form, { error, abort: true }).transform(shortest);
}

/** Decimal text without zeros that say nothing: "1.50" is "1.5". */
export function shortest(text: string): string {
  const trimmed = text.replace(/^0+(?=\d)/, '');
  return trimmed.includes('.') ? trimmed.replace(/\.?0+$/, '') : trimmed;
}
