/** In the order in which they stand on the page: the error summary keeps it. */
export const FIELDS = ['number', 'expiry', 'code', 'name', 'email', 'phone'] as const;
export type FieldName = (typeof FIELDS)[number];

/** What the fields are called in the form that is posted. */
export const FIELD_NAMES = {
  number: 'card_number',
  expiry: 'expiry',
  code: 'security_code',
  name: 'cardholder_name',
  email: 'email',
  phone: 'phone',
} as const satisfies Record<FieldName, string>;

/** A hidden field: the fingerprint of the order's pay_url, by which a challenge is recognized later. */
export const ARRIVED_FROM = 'from';

/** A request's header: the answer takes the place of a page that has its styles and scripts already. */
export const IN_PLACE = 'x-in-place';

/** Their elements, to which the error summary leads. */
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
  /** `Needs`, as the page says it; the service says the same of a form that comes without. */
  needs?: string | undefined;
};

/** What has to be given beside the card: in words, so that a script asks for a field by its name. */
export type Needs = 'email' | 'phone' | 'email phone' | 'either';

/**
 * What issuers ask about the browser (browser_info of the interface), as fields of the form, so that
 * it travels the same with JavaScript and without. The values here are nominal:
 * without JavaScript nothing can be known of screen and clock, and the interface demands an answer.
 * They describe an ordinary laptop in UTC.
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
