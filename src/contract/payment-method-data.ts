import { z } from 'zod';

import { httpUrl } from './fields.ts';
import * as patterns from './patterns.ts';

/** In create requests. */
export const createPaymentMethodData = z.strictObject({
  payment_url: httpUrl(patterns.PAYMENT_URL_LENGTH).optional(),
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
