/**
 * Formats an amount with its currency: "1,250.00 EUR".
 *
 * @param amount decimal text, as in the interface: "1250.00"
 */
export function money(amount: string, currency: string): string {
  return `${bareAmount(amount)} ${CURRENCY_NAMES[currency] ?? currency}`;
}

/** Formats an amount without its currency, for places that show the currency already. */
export function bareAmount(amount: string): string {
  const [whole = '', fraction = '00'] = amount.split('.');
  // BigInt, so that no amount is rounded for display.
  const sign = whole.startsWith('-') ? '−' : '';
  const digits = BigInt(whole.replace('-', '') || '0').toLocaleString('en');
  return `${sign}${digits}.${fraction.padEnd(2, '0')}`;
}

const CURRENCY_NAMES: Readonly<Record<string, string>> = { USDT_TRON: 'USDT' };

/** Formats a count: 12,345. */
export function count(number: number): string {
  return number.toLocaleString('en');
}

/** Formats a share: 0.1234 is "12.3 %", and 1 is "100 %". Null, for no data, is a dash. */
export function percent(share: number | null, digits = 1): string {
  return share === null ? '–' : `${rounded(share * 100, digits)} %`;
}

/** Rounds a number for display; a whole one has no decimals. */
export function rounded(number: number, digits: number): string {
  return number.toFixed(digits).replace(/\.0+$/, '');
}
