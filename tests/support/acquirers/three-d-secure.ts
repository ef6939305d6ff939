/** Simulates the 3-D Secure server of an issuer that refuses a record without the payer's address. */
import { z } from 'zod';

const PLACEHOLDER = /^(?:n\/a|zz)$/i;

function text(max: number) {
  return z
    .string()
    .min(1)
    .refine((given) => Array.from(given).length <= max && !PLACEHOLDER.test(given));
}

/** The billing address of an authentication request, by the names and lengths of EMV 3-D Secure. */
const record = z.object({
  billAddrLine1: text(50),
  billAddrCity: text(50),
  billAddrPostCode: text(16),
  billAddrCountry: text(2),
});
export type AuthenticationRecord = Partial<
  Record<keyof z.input<typeof record>, string | undefined>
>;

export function isRecordComplete(given: AuthenticationRecord): boolean {
  return record.safeParse(given).success;
}
