import { z } from 'zod';
import { asksWholeAddress, asksContact } from '../asked-data.ts';

export const settings = z
  .strictObject({
    merchant_account: z.string().min(1).max(80),
    environment: z.enum(['TEST', 'LIVE']),
    /** The company's own prefix of the live endpoints. */
    live_prefix: z.string().min(1).optional(),
    /** An address other than Adyen's, such as an outbound proxy. */
    api_url: z.url({ protocol: /^https?$/ }).optional(),
    asks_contact: asksContact,
    asks_address: asksWholeAddress,
  })
  .refine(
    ({ environment, live_prefix: prefix }) => environment === 'TEST' || prefix !== undefined,
    {
      path: ['live_prefix'],
      error: 'LIVE requires the prefix of its endpoints.',
    },
  );
export type AdyenSettings = z.output<typeof settings>;

export const credentials = z.strictObject({
  api_key: z.string().min(1),
  hmac_key: z.hex().min(1).meta({ description: 'The HMAC key of the standard webhook, in hex.' }),
});
export type AdyenCredentials = z.output<typeof credentials>;
