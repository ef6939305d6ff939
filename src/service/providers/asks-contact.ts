import { WANTED_CONTACTS } from '#domain/customer/wanted-contact.ts';
import { z } from 'zod';

/** The setting `asks_contact` of terminals, by any adapter that tells its acquirer of payers. */
export const asksContact = z
  .union([z.boolean(), z.enum(WANTED_CONTACTS)])
  .default(false)
  .meta({
    description:
      'Contact details that the page asks card payers for if the order lacks them: email, phone, both, or either (also true). Issuers use them for 3-D Secure.',
  });
