/**
 * Every regular expression and length of the interface, once. The service's schemas and the card
 * form in the browser both take them from here, so each is an export of its own and needs nothing.
 *
 * Lengths count characters, that is Unicode code points: UTF-16 units would count '𝒜' as two.
 * Every expression takes time linear in its input.
 */

export interface Length {
  min: number;
  max: number;
}

export function hasLength(text: string, { min, max }: Length): boolean {
  // A code point is one or two UTF-16 units; long texts are refused without being scanned.
  if (text.length > 2 * max) return false;
  const characters = Array.from(text).length;
  return characters >= min && characters <= max;
}

/* Identifiers and headers */
/** Any version of UUID; compared in lower case. */
export const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
export const REFERENCE_ID = /^[A-Za-z0-9.=-]*$/;
export const REFERENCE_ID_LENGTH: Length = { min: 0, max: 255 };
/** X-Timestamp: Unix seconds, digits alone. */
export const TIMESTAMP = /^[0-9]{1,12}$/;

/* Customer */
export const CUSTOMER_REFERENCE_ID = /^[a-zA-Z0-9_-]{1,64}$/;
export const PHONE = /^\+[0-9]{5,30}$/;
/** RFC 5321 mailbox without quoting, with a domain of two labels or more that does not end in a number. */
export const EMAIL =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
export const EMAIL_LENGTH: Length = { min: 0, max: 254 };
/** Names in create requests: letters of the Latin script, with the marks that may stand over them. */
export const LATIN_NAME = /^[\p{Script=Latin}\p{M} '’-]*$/u;
/** City and street in create requests. */
export const LATIN_PLACE = /^[\p{Script=Latin}\p{M}0-9 .-]*$/u;
/** Names and city in card data: letters of any script, at least one character. */
export const ANY_NAME = /^[\p{L} .'-]+$/u;
export const NAME_LENGTH: Length = { min: 0, max: 50 };
export const CITY_LENGTH: Length = { min: 0, max: 100 };
export const STREET_LENGTH: Length = { min: 0, max: 255 };
export const POST_CODE_LENGTH: Length = { min: 0, max: 50 };

/* Card data */
export const CARDHOLDER_NAME_LENGTH: Length = { min: 0, max: 255 };
/** As typed: digits with the spaces and hyphens of the card's face. */
export const CARD_NUMBER_TYPED = /^[0-9 -]*$/;
/** Far more separators than anybody types. */
export const MAX_CARD_NUMBER_TYPED = 255;
export const CVV = /^[0-9]{3,4}$/;
export const EXP_MONTH = /^(?:0[1-9]|1[0-2])$/;
export const EXP_YEAR = /^[0-9]{2}$/;
export const COLOR_DEPTH = /^[1-9][0-9]*$/;
export const COLOR_DEPTH_LENGTH: Length = { min: 0, max: 255 };
export const DIMENSION = /^[1-9][0-9]{0,4}$/;
export const TIMEZONE = /^-?[0-9]{1,4}$/;

/* Orders */
export const DESTINATION_ACCOUNT_LENGTH: Length = { min: 0, max: 255 };
export const COMMENT_LENGTH: Length = { min: 0, max: 255 };
export const CALLBACK_URL_LENGTH: Length = { min: 0, max: 355 };
export const RETURN_URL_LENGTH: Length = { min: 0, max: 355 };
export const PAYMENT_URL_LENGTH: Length = { min: 0, max: 2048 };
/**
 * The look of an address to be sent to; whether it is one, a URL parser says. The host stands right
 * behind the slashes: a parser would take the first thing behind more of them for it.
 */
export const HTTP_URL = /^https?:\/\/[^\s\p{Cc}\p{Cs}/\\?#][^\s\p{Cc}\p{Cs}]*$/iu;
/**
 * Text that is free otherwise. NUL and halves of surrogate pairs are valid in JSON strings, but
 * name no character: PostgreSQL stores neither. A byte order mark at the beginning is no part of a text,
 * and the embedded engine drops it.
 */
export const FREE_TEXT = /^(?!\uFEFF)[^\0\p{Cs}]*$/u;

/** One line as a payer reads it: no control character, and no mark that turns the direction of text around. */
export const SHOWN_TEXT = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+$/u;

/* The page's begin request */
export const BLIK_CODE = /^[0-9]{6}$/;

/* Answers: keys of payment_method_data */
export const BANK_ID = /^[a-z0-9_-]{1,200}$/;
export const CPF = /^[0-9]{11}$/;
export const IBAN = /^[A-Z0-9]{15,36}$/;
export const IFSC = /^[a-z0-9_-]{1,200}$/;
export const TCKN = /^[0-9]{11}$/;
export const PIX_KEY_LENGTH: Length = { min: 0, max: 1024 };

/** A merchant's colour on the page. */
export const COLOUR = /^#[0-9a-f]{6}$/i;
/**
 * An image that a page may show: carried along as data, or a path on its own origin, so that nothing
 * is loaded from elsewhere. Browsers take `\` for `/` and drop tabs and line breaks, so that
 * `/\host/x.png` is `//host/x.png`: a path here has segments of plain characters, none of them empty
 * or dots alone, nor an escape that some proxy could turn into one of these. An SVG in an `img` runs
 * no script and loads nothing.
 */
export const OWN_IMAGE =
  /^(?:data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}|(?:\/(?!\.{1,2}(?:[/?]|$))(?:[\w.~!$&'()*+,;=:@-]|%(?!2[EFef]|5[Cc]|[01]|7[Ff])[0-9A-Fa-f]{2})+)+(?:\?[\w.~!$&'()*+,;=:@/-]*)?)$/;
