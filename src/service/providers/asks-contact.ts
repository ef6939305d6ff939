import { WANTED_CONTACTS } from '#domain/customer/wanted-contact.ts';
import { z } from 'zod';

/** The setting `asks_contact` of terminals, by any adapter that tells its acquirer of payers. */
export const asksContact = z
  .union([z.boolean(), z.enum(WANTED_CONTACTS)])
  .default(false)
  .meta({
    description:
      'What the page asks for, of every card whose order lacks it: email, phone, both, or either of the two (also true). 3-D Secure decides by it.',
  });
