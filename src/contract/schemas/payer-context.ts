import { z } from 'zod';

/** Of one header, in characters. */
export const PAYER_HEADER_LENGTH = 512;

const words = z.string().max(PAYER_HEADER_LENGTH);
const address = z.stringFormat(
  'ip_address',
  (text) => z.regexes.ipv4.test(text) || z.regexes.ipv6.test(text),
);

/**
 * Optional headers of the card-data request: what 3-D Secure asks of the payer's browser and the body
 * has no member for. Each is what the browser itself sent. They are not signed.
 */
export const payerHeaders = z.object({
  'X-Payer-Address': address.optional(),
  'X-Payer-User-Agent': words.optional(),
  'X-Payer-Accept': words.optional(),
  'X-Payer-Accept-Language': words.optional(),
  'X-Payer-Script': z.enum(['true', 'false']).optional(),
});
export type PayerHeaders = z.output<typeof payerHeaders>;
