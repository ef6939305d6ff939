import { z } from 'zod';

export const settings = z.strictObject({
  /** Another address than Stripe's own, such as a proxy that is the only way out. */
  api_url: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
});
export type StripeSettings = z.output<typeof settings>;

export const credentials = z.strictObject({
  secret_key: z.string().min(1).meta({ description: 'A secret or restricted key, sk_… or rk_…' }),
  webhook_secret: z.string().min(1).meta({ description: 'The endpoint’s signing secret, whsec_…' }),
});
export type StripeCredentials = z.output<typeof credentials>;
