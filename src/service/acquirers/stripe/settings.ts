import { z } from 'zod';
import { asksAddress, asksContact } from '../asked-data.ts';

/** Stripe's values: when Stripe decides, whenever the card supports it, or with a challenge. */
const threeDSecure = z.enum(['automatic', 'any', 'challenge']);

export const settings = z.strictObject({
  /** An address other than Stripe's, such as an outbound proxy. */
  api_url: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  statement_descriptor_suffix: z
    .string()
    .regex(/^(?=.*[A-Za-z])[^<>\\'"*]{1,22}$/)
    .optional()
    .meta({ description: 'The text after the account’s prefix on the payer’s statement.' }),
  asks_contact: asksContact,
  asks_address: asksAddress,
  request_three_d_secure: threeDSecure
    .default('automatic')
    .meta({ description: 'When 3-D Secure is requested.' }),
  request_three_d_secure_of_methods: z
    .record(z.uuid(), threeDSecure)
    .default({})
    .meta({ description: 'The same for single methods, by id.' }),
});
export type StripeSettings = z.output<typeof settings>;

export const credentials = z.strictObject({
  secret_key: z.string().min(1).meta({ description: 'A secret or restricted key, sk_… or rk_…' }),
  webhook_secret: z.string().min(1).meta({ description: 'The endpoint’s signing secret, whsec_…' }),
});
export type StripeCredentials = z.output<typeof credentials>;
