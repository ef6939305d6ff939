import { WANTED_CONTACTS } from '#domain/customer/wanted-contact.ts';
import { z } from 'zod';

/** The terminal setting `asks_contact`, for every adapter that sends the payer's contact details to its acquirer. */
export const asksContact = z
  .union([z.boolean(), z.enum(WANTED_CONTACTS)])
  .default(false)
  .meta({
    description:
      'Contact details that the page asks card payers for if the order lacks them: email, phone, both, or either (also true). Issuers use them for 3-D Secure.',
  });
