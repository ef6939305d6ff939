import { DECLINE_REASONS } from '#domain/card/decline-reason.ts';
import { ADDRESS_MEMBERS, WANTED_CONTACTS } from '#domain/customer/wanted-data.ts';
import { PAYIN_CAUSES } from '#domain/order/transition.ts';
import { z } from 'zod';

import { payinOrder } from './payin.ts';
import { transfer } from './transfer.ts';

/** What the pages show of a merchant. */
export const merchantView = z.object({
  name: z.string(),
  logo_url: z.string().optional(),
  /** A CSS colour in hexadecimal: #0a7c66. */
  accent: z.string().optional(),
  support_url: z.string().optional(),
  /** The shop's operator, as in its imprint. */
  operator_name: z.string().optional(),
  terms_url: z.string().optional(),
  privacy_url: z.string().optional(),
});
export type MerchantView = z.output<typeof merchantView>;

/**
 * What the page shows around the form, from a private endpoint outside the published API. A deployment without this
 * endpoint answers 404, and the page renders without it.
 */
const checkoutContext = z.object({
  merchant: merchantView,
  /** What the payer buys, if the merchant says so. */
  description: z.string().optional(),
  /** Card brands of the method's routes that are up. */
  accepted_brands: z.array(z.string()),
  /** When the order expires, Unix seconds. */
  expires_at: z.int(),
  /** The service's current time, Unix seconds, which `expires_at` relates to. */
  now: z.int(),
  attempts_left: z.int(),
  /** The contact data that the method's terminals need with each card and the order lacks. */
  asks_contact: z.enum(WANTED_CONTACTS).optional().catch(undefined),
  /** The parts of the payer's address that they need and the order lacks. */
  asks_address: z.array(z.enum(ADDRESS_MEMBERS)).optional().catch(undefined),
  /** The card of the last attempt. */
  card: z.object({ brand: z.string().optional(), last_four: z.string() }).optional(),
  /** The outcome of the last attempt, if it left the order unpaid. */
  last_failure: z
    .object({
      outcome: z.enum(['declined', 'never_seen']),
      reason: z.enum(DECLINE_REASONS).optional().catch(undefined),
      /** Whether the shopper must use another card. */
      another_card: z.boolean().optional(),
    })
    .optional(),
  /** Set if the order's payment_source is not CARD. */
  transfer: transfer.optional(),
  /** When the order reached its final status, Unix seconds. */
  finished_at: z.int().optional(),
  /** The cause of that transition. */
  ended_by: z.enum(PAYIN_CAUSES).optional().catch(undefined),
  /** The link that the order was made by: whoever has it may open the order, but sees nothing of its payer. */
  link: z
    .object({
      id: z.string(),
      /** Whether the link can be paid again. */
      pay_again: z.boolean(),
    })
    .optional(),
});
export type CheckoutContext = z.output<typeof checkoutContext>;

/** Also contains the order itself, so that a page needs one read. */
export const checkout = checkoutContext.extend({ order: payinOrder });
export type Checkout = z.output<typeof checkout>;
