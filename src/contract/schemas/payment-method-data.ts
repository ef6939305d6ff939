import { z } from 'zod';

import { holdsNoCardNumber, httpUrl, NO_CARD_NUMBER } from './fields.ts';
import * as patterns from '../patterns.ts';

/** In create requests. */
export const createPaymentMethodData = z.strictObject({
  payment_url: httpUrl(patterns.PAYMENT_URL_LENGTH)
    .refine((url) => [url, decoded(url)].every(holdsNoCardNumber), NO_CARD_NUMBER)
    .meta({ maxLength: patterns.PAYMENT_URL_LENGTH.max, description: NO_CARD_NUMBER.error })
    .optional(),
});

/** An answer is documented with its pattern and read by type: a client has no use for refusing it. */
const documented = (pattern: RegExp) => z.string().meta({ pattern: pattern.source });

/** In answers. */
export const paymentMethodData = z.object({
  bank_id: documented(patterns.BANK_ID).optional(),
  cpf: documented(patterns.CPF).optional(),
  iban: documented(patterns.IBAN).optional(),
  ifsc: documented(patterns.IFSC).optional(),
  pix_key: z.string().meta({ maxLength: patterns.PIX_KEY_LENGTH.max }).optional(),
  tckn: documented(patterns.TCKN).optional(),
});

/** Percent-encoding undone, where it is one: `4242%204242` is a number with a space. */
function decoded(url = ''): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
