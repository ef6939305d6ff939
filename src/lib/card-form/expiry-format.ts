import { toAsciiDigits } from './digits.ts';

/** An expiry date: the month in two digits, the year in four. */
export interface Expiry {
  month: string;
  year: string;
}

/** The date that a text means. `no-such-month`: it is a date, but its month does not exist. */
export type ParsedExpiry =
  | { ok: true; expiry: Expiry }
  | { ok: false; why: 'unclear' | 'no-such-month' };

/** The kind of edit. `typed`: one character; `other`: any number of characters at once. */
export type EditKind = 'delete-backward' | 'delete-forward' | 'typed' | 'other';

export function isDeletion(kind: EditKind): boolean {
  return kind === 'delete-backward' || kind === 'delete-forward';
}

const SEPARATOR = ' / ';
/** No month is 20, so this text begins with a year, and is parsed only when complete. */
const YEAR_FIRST = /^20\d\d/;
/** Month names in English, as cards and calendars print them in every country. */
const MONTH_NAMES = 'janfebmaraprmayjunjulaugsepoctnovdec';
const NAMED_MONTH = /^([a-z]{3})[a-z]*\W+(\d{4}|\d{2})$/i;
const LETTER = /\p{L}/u;
/** More digits, or groups of digits, than a month and a year can have. */
const TOO_MUCH = /\d\D+\d+\D+\d|(?:\d\D*){7}/;
/** The century of two-digit years, and the only one in which cards expire, since the API has two-digit years. */
const CENTURY = '20';

/** The forms in which expiry dates are typed, pasted and filled in; the first match wins. */
const SHAPES: readonly RegExp[] = [
  /^(?<year>[2-9]\d)(?:\D+|(?=\d\d))(?<month>0?[1-9]|1[0-2])$/, // YY/MM, YY/M, YYMM: no month is above 19
  /^(?<year>20\d\d|\d{4}(?=\D))(?:\D+|(?=\d\d))(?<month>\d\d?)(?:\D\d\d?)?$/, // YYYY-MM, YYYYMM, YYYY-MM-DD
  /^(?<month>\d\d?)\D*(?<year>\d{4}|\d{2})$/, // M/YY, MM/YYYY, MMYY, MYY
];

/** Parses an expiry date. Does not check whether it is in the past; a four-digit year keeps its century. */
export function parseExpiry(text: string): ParsedExpiry {
  const plain = plainText(numbered(text)).trimEnd();
  if (LETTER.test(plain)) return { ok: false, why: 'unclear' };
  const { month, year } =
    SHAPES.map((shape) => shape.exec(plain)?.groups).find((groups) => groups !== undefined) ?? {};
  if (month === undefined || year === undefined) return { ok: false, why: 'unclear' };
  const expiry = { month: month.padStart(2, '0'), year: year.padStart(4, CENTURY) };
  if (!isMonth(expiry.month)) return { ok: false, why: 'no-such-month' };
  return expiry.year > `${CENTURY}99` ? { ok: false, why: 'unclear' } : { ok: true, expiry };
}

/**
 * Formats the field while it is typed: `1` then `/` or a space gives `01 / `, `5` gives `05 / `, `130` gives `01 /
 * 30`, and four digits give `MM / YY`. Text that arrives whole is parsed whole. Deleting removes the separator too,
 * so that the month can be corrected.
 *
 * @param text The keys as typed, without the separators that formatting added: a further key may change what the
 *   earlier ones mean, as in `39`, `390`, `3901`.
 */
export function formatExpiry(text: string, kind: EditKind): string {
  if (kind === 'other') return formatWhole(text);
  const typed = plainText(text);
  return LETTER.test(typed) || YEAR_FIRST.test(typed) ? text : formatParts(typed, kind);
}

/** Formats text that arrives whole; leaves it unchanged if it is ambiguous. */
function formatWhole(text: string): string {
  const parsed = parseExpiry(text);
  if (parsed.ok) return parsed.expiry.month + SEPARATOR + shownYear(parsed.expiry);
  const plain = plainText(text).trimEnd();
  const isOdd = LETTER.test(plain) || YEAR_FIRST.test(plain) || TOO_MUCH.test(plain);
  return isOdd ? text : formatParts(plain, 'other');
}

function formatParts(plain: string, kind: EditKind): string {
  const isComplete = !isDeletion(kind) && plain.length > (kind === 'typed' ? 3 : 2);
  const parsed = isComplete ? parseExpiry(plain) : undefined;
  if (parsed?.ok) return parsed.expiry.month + SEPARATOR + shownYear(parsed.expiry);
  const { month, rest, isSeparated } = split(plain);
  const isDone = !isDeletion(kind) && (isSeparated || isMonth(month));
  return isDone || rest !== '' ? month + SEPARATOR + rest : month;
}

/** Splits the field's digits into month and year, as far as they are typed. */
function split(plain: string): { month: string; rest: string; isSeparated: boolean } {
  const [first = '', ...others] = plain.split(/\D+/);
  const isSeparated = others.length > 0 && !/^0?$/.test(first);
  const monthLength = isSeparated ? 2 : monthLengthOf(first);
  const month = first.slice(0, monthLength);
  const isMonthComplete = month.length < monthLength ? isSeparated : monthLength === 1;
  return {
    month: isMonthComplete ? month.padStart(2, '0') : month,
    rest: (first.slice(monthLength) + others.join('')).slice(0, 4),
    isSeparated,
  };
}

/**
 * Returns how many of the digits are the month. No month begins with 2 to 9, so those digits complete it; with 13 to
 * 19, the third digit shows that the month is 1.
 */
function monthLengthOf(digits: string): 1 | 2 {
  if (/^[2-9]\d{0,2}$/.test(digits)) return 1;
  return /^1[3-9]\d$/.test(digits) ? 1 : 2;
}

function isMonth(text: string): boolean {
  return /^(?:0[1-9]|1[0-2])$/.test(text);
}

/** Returns the year in two digits, or in four if two would mean another year. */
function shownYear({ year }: Expiry): string {
  return year.startsWith(CENTURY) ? year.slice(CENTURY.length) : year;
}

/** Replaces a month's name by its number: `Dec 39` becomes `12/39`. */
function numbered(text: string): string {
  const [, name = '', year = ''] = NAMED_MONTH.exec(text.trim()) ?? [];
  const month = MONTH_NAMES.indexOf(name.toLowerCase()) / 3 + 1;
  return name !== '' && Number.isInteger(month) && month > 0 ? `${month}/${year}` : text;
}

/** Reduces a text to ASCII digits, letters and separators; drops direction marks, and blanks around a separator. */
function plainText(text: string): string {
  return toAsciiDigits(text)
    .replace(/[^\d\p{L}/.\-\s]/gu, '')
    .replace(/\s*([/.-])\s*/g, '$1')
    .trimStart();
}
