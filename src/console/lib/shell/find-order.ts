import { findCardNumber } from '#domain/card/find-number.ts';
import { maskCardNumber } from '#domain/card/number.ts';
import { CURRENCIES } from '#domain/money.ts';

const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;
/** An id, or the address of a payment page, which has it in its path. */
const ORDER = new RegExp(String.raw`^(?:https?://\S*/pay/)?(${UUID})(?:[/?#]\S*)?$`, 'i');
/** As answers show a card: 424242******4242, or only its end behind signs that stand for digits. */
const MASKED = /^(\d{6})([*•xX]{2,9})(\d{4})$/;
const LAST_FOUR = /^(?:[*•·.xX]+)?(\d{4})$/;
const RRN = /^\d{12}$/;
const AMOUNT = /^[−-]?(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d{1,2}))? ?([A-Z_]{3,9})?$/;

/**
 * What somebody types to find an order by, as the filter that it is most likely meant as: all that the console shows can be
 * typed as it shows it. A card number leaves only its first six and last four digits, as filters stand in addresses.
 */
export function filterFor(text: string): Record<string, string> {
  const [, id] = ORDER.exec(text) ?? [];
  if (id !== undefined) return { id };
  if (RRN.test(text)) return { rrn: text };
  return cardIn(text) ?? amountIn(text) ?? { [text.includes('@') ? 'email' : 'reference']: text };
}

/** Where the console shows what a filter finds. */
export function pathOf(filter: Readonly<Record<string, string>>): string {
  const { id } = filter;
  return id === undefined ? `/orders?${new URLSearchParams(filter).toString()}` : `/orders/${id}`;
}

/** Filters as they may stand in an address: a card number in any of them becomes the filter by its masked form. */
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

function cardIn(text: string): Record<string, string> | undefined {
  const number = findCardNumber(text);
  if (number !== undefined) return { card: maskCardNumber(number) };
  const compact = text.replaceAll(/\s/g, '');
  const [, firstSix = '', hidden = '', end = ''] = MASKED.exec(compact) ?? [];
  if (end !== '') return { card: firstSix + '*'.repeat(hidden.length) + end };
  const [, lastFour] = LAST_FOUR.exec(compact) ?? [];
  return lastFour === undefined ? undefined : { last_four: lastFour };
}

function amountIn(text: string): Record<string, string> | undefined {
  const [, whole = '', fraction, shown] = AMOUNT.exec(text) ?? [];
  // Digits alone are rather a reference.
  if (whole === '' || (fraction === undefined && shown === undefined)) return undefined;
  const currency = CURRENCIES.find((each) => each === shown || each.split('_')[0] === shown);
  if (shown !== undefined && currency === undefined) return undefined;
  const amount = `${whole.replaceAll(',', '')}.${(fraction ?? '').padEnd(2, '0')}`;
  return { amount, ...(currency !== undefined && { currency }) };
}
