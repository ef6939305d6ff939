import { z } from 'zod';

const MAX_MEMBERS = 20;
const MAX_NAME_LENGTH = 64;
/** Characters of all values together. */
const MAX_LENGTH = 16_384;

const members = z
  .record(z.string().max(MAX_NAME_LENGTH), z.string())
  .refine((given) => Object.keys(given).length <= MAX_MEMBERS, 'Has too many members.')
  .refine((given) => Object.values(given).join('').length <= MAX_LENGTH, 'Is too long.');

/** What the issuer's page sent back with the shopper, as query or form, which nobody but the acquirer reads. */
export const challengeReturn = z.strictObject({ members });
