import { z } from 'zod';

/**
 * What the page shows around the form: the service's private read beside the interface. A deployment
 * that knows no such path answers 404, and the page does without.
 */
export const checkout = z.object({
  merchant: z.object({
    name: z.string(),
    logo_url: z.string().optional(),
    /** A CSS colour in hexadecimal: #0a7c66. */
    accent: z.string().optional(),
    support_url: z.string().optional(),
  }),
  accepted_brands: z.array(z.string()),
  /** End of the waiting time, Unix seconds. */
  expires_at: z.int(),
  attempts_left: z.int(),
});
export type Checkout = z.output<typeof checkout>;
