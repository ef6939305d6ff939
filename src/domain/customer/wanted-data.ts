/** What a terminal may need of the payer's address for every card payment; `none`: nothing. */
export const WANTED_ADDRESSES = ['none', 'postcode', 'full'] as const;
export type WantedAddress = Exclude<(typeof WANTED_ADDRESSES)[number], 'none'>;

/** The members of an address, in the order in which the page asks for them. */
export const ADDRESS_MEMBERS = ['country', 'street', 'city', 'post_code'] as const;
export type AddressMember = (typeof ADDRESS_MEMBERS)[number];

type Address = Partial<Record<AddressMember, string | undefined>>;

const MEMBERS = {
  postcode: ['country', 'post_code'],
  full: ADDRESS_MEMBERS,
} as const satisfies Record<WantedAddress, readonly AddressMember[]>;

/** Reads a terminal's setting `asks_address`; undefined if the terminal needs no address. */
export function wantedAddress(setting: unknown): WantedAddress | undefined {
  return setting === 'postcode' || setting === 'full' ? setting : undefined;
}

/** Returns the members of an address that are needed and still missing, in the page's order. */
export function missingAddress(
  wanted: readonly WantedAddress[],
  address: Address = {},
): AddressMember[] {
  const needed = new Set<AddressMember>(wanted.flatMap((each) => MEMBERS[each]));
  return ADDRESS_MEMBERS.filter((member) => needed.has(member) && !isGiven(address[member]));
}

/** What forms write for an unknown part of an address; Visa and Mastercard want no such values. */
const PLACEHOLDER = /^(?:n\/a|zz)$/i;

/** Tells whether a part of an address says something. */
export function isGiven(part: string | undefined): part is string {
  const text = part?.trim() ?? '';
  return text !== '' && !PLACEHOLDER.test(text);
}

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
