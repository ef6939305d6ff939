import { DECLINE_REASONS } from '#domain/card/decline-reason.ts';
import { WANTED_CONTACTS } from '#domain/customer/wanted-contact.ts';
import { PAYIN_CAUSES } from '#domain/order/payin-status.ts';
import { z } from 'zod';

import { payinOrder } from './payin.ts';
import { transfer } from './transfer.ts';

/**
 * What the page shows around the form: the service's private read beside the interface. A deployment
 * that knows no such path answers 404, and the page does without.
 */
const surroundings = z.object({
  merchant: z.object({
    name: z.string(),
    logo_url: z.string().optional(),
    /** A CSS colour in hexadecimal: #0a7c66. */
    accent: z.string().optional(),
    support_url: z.string().optional(),
    /** Who runs the shop, as its imprint says it. */
    operator_name: z.string().optional(),
    terms_url: z.string().optional(),
    privacy_url: z.string().optional(),
  }),
  /** Of the method's routes that are up. */
  accepted_brands: z.array(z.string()),
  /** End of the waiting time, Unix seconds. */
  expires_at: z.int(),
  /** The service's time, by which that end comes, Unix seconds; a service of an earlier release does not say. */
  now: z.int().optional(),
  attempts_left: z.int(),
  /** Of what terminals of the method want with each card, what the order lacks. */
  asks_contact: z.enum(WANTED_CONTACTS).optional().catch(undefined),
  /** The card of the last attempt. */
  card: z.object({ brand: z.string().optional(), last_four: z.string() }).optional(),
  /** What became of the last attempt, where it left the order unpaid. */
  last_failure: z
    .object({
      outcome: z.enum(['declined', 'never_seen']),
      reason: z.enum(DECLINE_REASONS).optional().catch(undefined),
      /** The card is not to be tried again. */
      another_card: z.boolean().optional(),
    })
    .optional(),
  /** Of an order whose payment_source is not CARD. */
  transfer: transfer.optional(),
  /** When the order came to its final status, Unix seconds. */
  finished_at: z.int().optional(),
  /** The cause of that transition. */
  ended_by: z.enum(PAYIN_CAUSES).optional().catch(undefined),
});
export type Surroundings = z.output<typeof surroundings>;

/** The same with the order itself: one read for a page. */
export const checkout = surroundings.extend({ order: payinOrder });
export type Checkout = z.output<typeof checkout>;
