/** Contact data of the payer that an acquirer's 3-D Secure may need for every card payment. */
export const WANTED_CONTACTS = ['either', 'email', 'phone', 'both'] as const;
export type WantedContact = (typeof WANTED_CONTACTS)[number];

/** Reads a terminal's setting `asks_contact`; undefined if the terminal needs no contact data. */
export function wantedContact(setting: unknown): WantedContact | undefined {
  return setting === true ? 'either' : WANTED_CONTACTS.find((each) => each === setting);
}

interface Known {
  email?: string | undefined;
  phone?: string | undefined;
}

/** Returns the contact data that is needed and still missing; undefined if nothing is missing. */
export function missingContact(
  wanted: readonly WantedContact[],
  { email, phone }: Known,
): WantedContact | undefined {
  const wants = (...some: WantedContact[]) => wanted.some((each) => some.includes(each));
  const needsEmail = wants('email', 'both') && email === undefined;
  const needsPhone = wants('phone', 'both') && phone === undefined;
  if (needsEmail) return needsPhone ? 'both' : 'email';
  if (needsPhone) return 'phone';
  return wants('either') && email === undefined && phone === undefined ? 'either' : undefined;
}
