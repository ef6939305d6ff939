/** The fields in their order on the page, which the error summary follows. */
export const FIELDS = ['number', 'expiry', 'code', 'name', 'email', 'phone'] as const;
export type FieldName = (typeof FIELDS)[number];

/** The names of the fields in the posted form. */
export const FIELD_NAMES = {
  number: 'card_number',
  expiry: 'expiry',
  code: 'security_code',
  name: 'cardholder_name',
  email: 'email',
  phone: 'phone',
} as const satisfies Record<FieldName, string>;

/**
 * A hidden field with the order's fingerprint (pay_url and acquirer message), by which a challenge or a decline is
 * recognized later.
 */
export const ARRIVED_FROM = 'from';

/** The header of requests whose answer replaces a page that already has its styles and scripts. */
export const IN_PLACE = 'x-in-place';

/** The ids of the inputs, which the error summary links to. */
export const FIELD_IDS = {
  number: 'card-number',
  expiry: 'expiry-date',
  code: 'security-code',
  name: 'cardholder-name',
  email: 'email',
  phone: 'phone',
} as const satisfies Record<FieldName, string>;

/** The fields as typed. */
export type CardFormValues = Record<FieldName, string> & {
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
