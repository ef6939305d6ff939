import { findCardNumber } from '../card/find-number.ts';
import { maskCardNumber } from '../card/number.ts';
import { CURRENCIES, type Currency } from '../money.ts';

const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;
/** An order's id, or the address of its payment page, whose path contains the id. */
const ORDER = new RegExp(String.raw`^(?:https?://\S*/pay/)?(${UUID})(?:[/?#]\S*)?$`, 'i');
/**
 * A masked card as answers show it, 424242******4242, or its last four digits with or without masking signs before
 * them.
 */
const MASKED = /^(\d{6})([*•xX]{2,9})(\d{4})$/;
const LAST_FOUR = /^(?:[*•·.xX]+)?(\d{4})$/;
const RRN = /^\d{12}$/;
/** An IP address: IPv4, or hexadecimal groups with at least two colons. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4})$/i;
const AMOUNT =
  /^([€$₴₸₮])? ?[−-]?(\d{1,3}(?:[,\u202F ]\d{3})+|\d+)(?:[.,](\d{1,2}))? ?([A-Z_]{3,9}|[€$₴₸₮])?$/;
const SIGNS: Readonly<Record<string, Currency>> = {
  '€': 'EUR',
  $: 'USD',
  '₴': 'UAH',
  '₸': 'KZT',
  '₮': 'USDT_TRON',
};

/** A filter of the search for orders. `text` is anything else: a reference, a shortened id or a name. */
export interface TextFilter {
  id?: string;
  rrn?: string;
  card?: string;
  last_four?: string;
  amount?: string;
  currency?: Currency;
  email?: string;
  payer_address?: string;
  text?: string;
}

/**
 * Guesses the filter for a text that was typed to find an order. Anything can be typed as the console shows it. Only
 * the first six and last four digits of a card number are kept, because filters appear in addresses.
 */
export function filterFor(text: string): TextFilter {
  const [, id] = ORDER.exec(text) ?? [];
  if (id !== undefined) return { id };
  if (RRN.test(text)) return { rrn: text };
  if (ADDRESS.test(text)) return { payer_address: text };
  return cardIn(text) ?? amountIn(text) ?? { [text.includes('@') ? 'email' : 'text']: text };
}

/** Makes filters safe for an address: a card number in any of them becomes the filter by its masked form. */
export function withoutCardNumbers(
  filters: Readonly<Record<string, string>>,
): Record<string, string> {
  const safe = { ...filters };
  for (const [name, value] of Object.entries(filters)) {
    const number = name === 'rrn' ? undefined : findCardNumber(value);
    if (number === undefined) continue;
    safe[name] = '';
    safe['card'] = maskCardNumber(number);
  }
  return safe;
}

function cardIn(text: string): TextFilter | undefined {
  const number = findCardNumber(text);
  if (number !== undefined) return { card: maskCardNumber(number) };
  const compact = text.replaceAll(/\s/g, '');
  const [, firstSix = '', hidden = '', end = ''] = MASKED.exec(compact) ?? [];
  if (end !== '') return { card: firstSix + '*'.repeat(hidden.length) + end };
  const [, lastFour] = LAST_FOUR.exec(compact) ?? [];
  return lastFour === undefined ? undefined : { last_four: lastFour };
}

function amountIn(text: string): TextFilter | undefined {
  const [, sign, whole = '', fraction, shown = sign] =
    AMOUNT.exec(text.replaceAll('\u00A0', ' ')) ?? [];
  // Digits alone are more likely a reference.
  if (whole === '' || (fraction === undefined && shown === undefined)) return undefined;
  const currency = CURRENCIES.find(
    (each) => each === shown || each.split('_')[0] === shown || each === SIGNS[shown ?? ''],
  );
  if (shown !== undefined && currency === undefined) return undefined;
  const amount = `${whole.replaceAll(/[^\d]/g, '')}.${(fraction ?? '').padEnd(2, '0')}`;
  return { amount, ...(currency !== undefined && { currency }) };
}
