import type { AnswerOf } from '#console/api/client.ts';
import { count, percent } from '#console/format/money.ts';

export type Ratio = AnswerOf<'disputes ratio'>['ratios'][number];
export type RatioOfMonth = Ratio['this_month'];

export const SCHEMES: Readonly<Record<Ratio['scheme'], string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  other: 'Others',
};

const DIGITS = 2;

/** Describes a ratio, with a tone if it is too high: "2.10 %, limit 1.50 %". */
export function levelInWords({ ratio, limit, level }: RatioOfMonth): {
  tone: 'waiting' | 'bad' | undefined;
  text: string;
} {
  const text = percent(ratio, DIGITS);
  if (level === 'above') {
    return { tone: 'waiting', text: `${text}, limit ${percent(limit, DIGITS)}` };
  }
  return level === 'excessive'
    ? { tone: 'bad', text: `${text}, excessive` }
    : { tone: undefined, text };
}

/** Returns what a ratio is of: "2 of 150"; nothing for a month without either. */
export function countsInWords({ disputes, payments }: RatioOfMonth): string {
  if (disputes === 0 && payments === 0) return '';
  return `${count(disputes)} of ${payments === 0 ? 'no payments' : count(payments)}`;
}

/** Formats a month like 2026-03 as "Mar 2026". */
export function monthInWords(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? month : MONTH.format(at);
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
