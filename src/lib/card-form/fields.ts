/** The fields of every form in their order on the page, which the error summary follows. */
export const CARD_FIELDS = ['number', 'expiry', 'code', 'name', 'email', 'phone'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** The fields of the payer's address, which follow them on a page that asks for it. All are required. */
export const ADDRESS_FIELDS = ['country', 'street', 'city', 'postcode'] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

export type FieldName = CardField | AddressField;

/** The names of the fields in the posted form. Those of the address are called as here. */
export const FIELD_NAMES = {
  number: 'card_number',
  expiry: 'expiry',
  code: 'security_code',
  name: 'cardholder_name',
  email: 'email',
  phone: 'phone',
} as const satisfies Record<CardField, string>;

/** The name of the field for a country that the list does not have without JavaScript. It counts if it is filled. */
export const OTHER_COUNTRY = 'country_code';

/**
 * A hidden field with the order's fingerprint (pay_url and acquirer message), by which a challenge or a decline is
 * recognized later.
 */
export const ARRIVED_FROM = 'from';

/** The header of requests whose answer replaces a page that already has its styles and scripts. */
export const IN_PLACE = 'x-in-place';

/** The ids of the inputs that are not called as here. */
export const FIELD_IDS = {
  number: 'card-number',
  expiry: 'expiry-date',
  code: 'security-code',
  name: 'cardholder-name',
} as const satisfies Partial<Record<FieldName, string>>;

/** Returns the id of a field's input, which the error summary links to. */
export function idOf(field: FieldName): string {
  const ids: Partial<Record<FieldName, string>> = FIELD_IDS;
  return ids[field] ?? field;
}

/** The card's fields as typed. */
export type CardFormValues = Record<CardField, string> & {
  /** The page's `Needs`. The service enforces the same for a form without it. */
  needs?: string | undefined;
};

/**
 * The contact data that is required with the card. It consists of field names, so that a script can look for a
 * field's name in it.
 */
export type Needs = 'email' | 'phone' | 'email phone' | 'either';

/**
 * What issuers ask about the browser (browser_info of the API), for a form that was sent without a script: nothing
 * then knows screen and clock, but the API requires values. They describe an ordinary laptop in UTC.
 */
export const NOMINAL_BROWSER_INFO = {
  color_depth: '24',
  java_enabled: 'false',
  screen_height: '1080',
  screen_width: '1920',
  timezone: '0',
  window_height: '1080',
  window_width: '1920',
} as const;

/** Channel 02 of EMV 3-D Secure: a browser. */
export const BROWSER_CHANNEL = '02';
