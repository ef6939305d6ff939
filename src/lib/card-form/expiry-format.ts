import { toAsciiDigits } from './digits.ts';
import type { EditKind } from './edit.ts';

/** As the interface wants it: two digits each. */
export interface Expiry {
  month: string;
  year: string;
}

const SEPARATOR = ' / ';

/** The shapes in which expiry dates are typed, pasted and filled in; the first that fits is meant. */
const SHAPES: readonly RegExp[] = [
  /^(?<month>\d{1,2})\D+(?:\d{2})?(?<year>\d{2})$/, // M/YY, MM/YY, MM/YYYY
  /^\d{2}(?<year>\d{2})\D+(?<month>\d{1,2})$/, // YYYY-MM, as autofill writes it
  /^(?<month>\d{2})(?:\d{2})?(?<year>\d{2})$/, // MMYY, MMYYYY
  /^(?<month>[2-9])(?<year>\d{2})$/, // MYY: no month begins with 2 to 9
];

/** The date a text means, or undefined. Whether it lies in the past is not judged here. */
export const parseExpiry = (text: string): Expiry | undefined => {
  const plain = plainText(text);
  for (const shape of SHAPES) {
    const { month, year } = shape.exec(plain)?.groups ?? {};
    if (month === undefined || year === undefined) continue;
    const padded = month.padStart(2, '0');
    if (/^(0[1-9]|1[0-2])$/.test(padded)) return { month: padded, year };
  }
  return undefined;
};

/**
 * The field while it is typed in: `1` then `/` makes `01 / `, `5` makes `05 / `, and four digits
 * make `MM / YY`. A deletion takes the separator with it, so that the month can be mended.
 */
export const formatExpiry = (text: string, kind: EditKind): string => {
  const plain = plainText(text);
  const complete = plain.length > 4 ? parseExpiry(plain) : undefined;
  if (complete !== undefined && kind === 'other') return complete.month + SEPARATOR + complete.year;
  const { month, rest, separated } = split(plain);
  if (month === '') return '';
  const monthDone = month.length === 2 && (kind === 'other' || rest !== '');
  return monthDone || separated ? month + SEPARATOR + rest : month;
};

const split = (plain: string): { month: string; rest: string; separated: boolean } => {
  const [first = '', ...others] = plain.split(/\D+/);
  const rest = others.join('');
  const typedSeparator = others.length > 0;
  if (first.length === 1 && (typedSeparator || /[2-9]/.test(first))) {
    return {
      month: first === '0' ? first : `0${first}`,
      rest: rest.slice(0, 4),
      separated: typedSeparator && first !== '0',
    };
  }
  return {
    month: first.slice(0, 2),
    rest: (first.slice(2) + rest).slice(0, 4),
    separated: false,
  };
};

/** ASCII digits and separators; blanks around a slash and direction marks mean nothing. */
const plainText = (text: string): string =>
  toAsciiDigits(text)
    .replaceAll(/[^\d/.\-\s]/g, '')
    .replaceAll(/\s*([/.-])\s*/g, '$1')
    .trim();
