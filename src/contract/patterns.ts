/**
 * Every regular expression and length of the API. The service's schemas and the card form in the browser share them,
 * so each is a separate export without dependencies.
 *
 * Lengths count characters, that is Unicode code points: UTF-16 units would count '𝒜' as two. Every expression takes
 * time linear in its input.
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
export const REFERENCE_ID_CHARACTERS = 'letters A to Z, digits, dots, hyphens and equals signs';
export const REFERENCE_ID_LENGTH: Length = { min: 0, max: 255 };
export const REFUND_REFERENCE_LENGTH: Length = { min: 1, max: 255 };
/** A link's payins have it, a hyphen and 12 characters as their references. */
export const LINK_REFERENCE_PREFIX_LENGTH: Length = { min: 1, max: 200 };
/** X-Timestamp: Unix seconds, digits only. */
export const TIMESTAMP = /^[0-9]{1,12}$/;

/* Customer */
export const CUSTOMER_REFERENCE_ID = /^[a-zA-Z0-9_-]{1,64}$/;
export const CUSTOMER_REFERENCE_ID_CHARACTERS =
  'letters A to Z, digits, hyphens and underscores, 64 at most';
export const PHONE = /^\+[0-9]{5,30}$/;
/** RFC 5321 mailbox without quoting. The domain has at least two labels and does not end in a number. */
export const EMAIL =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
export const EMAIL_LENGTH: Length = { min: 0, max: 254 };
/** Names in create requests: letters of the Latin script, with their combining marks. */
export const LATIN_NAME = /^[\p{Script=Latin}\p{M} '’-]*$/u;
export const LATIN_NAME_CHARACTERS =
  "letters of the Latin script, spaces, hyphens and apostrophes (' or ’)";
/** City and street in create requests. */
export const LATIN_PLACE = /^[\p{Script=Latin}\p{M}0-9 .-]*$/u;
export const LATIN_PLACE_CHARACTERS =
  'letters of the Latin script, digits, spaces, hyphens and dots';
/** Names and city in card data: letters of any script, at least one character. */
export const ANY_NAME = /^[\p{L} .'-]+$/u;
export const ANY_NAME_CHARACTERS = 'letters of any script, spaces, dots, hyphens and apostrophes';
export const NAME_LENGTH: Length = { min: 0, max: 50 };
export const CITY_LENGTH: Length = { min: 0, max: 100 };
export const STREET_LENGTH: Length = { min: 0, max: 255 };
export const POST_CODE_LENGTH: Length = { min: 0, max: 50 };

/* Card data */
export const CARDHOLDER_NAME_LENGTH: Length = { min: 0, max: 255 };
/** A card number as typed: digits with the spaces and hyphens printed on the card. */
export const CARD_NUMBER_TYPED = /^[0-9 -]*$/;
/** Allows far more separators than anybody types. */
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
export const DESCRIPTION_LENGTH: Length = { min: 1, max: 255 };
export const CALLBACK_URL_LENGTH: Length = { min: 0, max: 355 };
export const RETURN_URL_LENGTH: Length = { min: 0, max: 355 };
export const PAYMENT_URL_LENGTH: Length = { min: 0, max: 2048 };
/**
 * The rough form of an http URL; a URL parser decides whether it is valid. The host must follow the slashes directly:
 * after extra slashes, a parser would take whatever comes next as the host.
 */
export const HTTP_URL = /^https?:\/\/[^\s\p{Cc}\p{Cs}/\\?#][^\s\p{Cc}\p{Cs}]*$/iu;
/**
 * Free text. NUL and unpaired surrogates are valid in JSON strings, but PostgreSQL stores neither. A leading byte
 * order mark is refused because the embedded engine drops it.
 */
export const FREE_TEXT = /^(?!\uFEFF)[^\0\p{Cs}]*$/u;

/** Free text without control characters, so one line. White space around it, and a byte order mark, are trimmed. */
export const FREE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;

/** One line of text to display: no control characters, and no marks that change the direction of text. */
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
 * An image that the page may show: inline data, or a path on its own origin, so that nothing is loaded from
 * elsewhere. Browsers treat `\` as `/` and drop tabs and line breaks, so `/\host/x.png` means `//host/x.png`.
 * Therefore a path here has segments of plain characters. No segment is empty, consists of dots alone, or has an
 * escape that a proxy could decode into one of these. An SVG in an `img` runs no script and loads nothing.
 */
export const OWN_IMAGE =
  /^(?:data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}|(?:\/(?!\.{1,2}(?:[/?]|$))(?:[\w.~!$&'()*+,;=:@-]|%(?!2[EFef]|5[Cc]|[01]|7[Ff])[0-9A-Fa-f]{2})+)+(?:\?[\w.~!$&'()*+,;=:@/-]*)?)$/;
