import { signatureProfile } from '#contract/signature/profile.ts';
import { DEFAULT_PROFILE } from '#contract/signature/signature.ts';
import { CURRENCIES } from '#domain/money.ts';
import { TRANSFER_SOURCES } from '#domain/order/payment-source.ts';
import { z } from 'zod';
import { asksAddress, asksContact } from '../asked-data.ts';

/** The acquirer's methods, by currency. */
const methods = z.partialRecord(z.enum(CURRENCIES), z.uuid());

export const settings = z.strictObject({
  base_url: z.url({ protocol: /^https?$/ }).meta({ description: 'The base URL of the acquirer.' }),
  methods: methods.default({}),
  payout_methods: methods.default({}),
  /** The acquirer's methods, by payment source and currency. */
  transfer_methods: z.partialRecord(z.enum(TRANSFER_SOURCES), methods).default({}),
  refunds: z.boolean().default(false).meta({
    description: 'Whether the acquirer supports `/api/merchant/v1/refunds`.',
  }),
  asks_contact: asksContact,
  asks_address: asksAddress,
  sends_description: z.boolean().default(false).meta({
    description: 'Whether the acquirer accepts `description` in a create request.',
  }),
  signature: signatureProfile.default(DEFAULT_PROFILE),
  /** How long the acquirer accepts a signed request. */
  signature_tolerance_seconds: z.int().min(1).max(3_600).default(300),
  /** Accepts webhooks signed only with X-Signature, which never expires. */
  undated_webhooks: z.boolean().default(false),
});
export type OrdersApiSettings = z.output<typeof settings>;

export const credentials = z.strictObject({
  api_key_id: z.string().min(1),
  api_secret: z.string().min(1),
  webhook_secret: z.string().min(1),
});
export type OrdersApiCredentials = z.output<typeof credentials>;
