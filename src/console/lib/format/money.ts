/**
 * An amount as people read it.
 *
 * @param amount decimal text, as the interface has it: "1250.00"
 */
export function money(amount: string, currency: string): string {
  return `${bareAmount(amount)} ${CURRENCY_NAMES[currency] ?? currency}`;
}

/** The same where its currency stands beside it. */
export function bareAmount(amount: string): string {
  const [whole = '', fraction = '00'] = amount.split('.');
  // BigInt: no amount is rounded to be shown.
  const sign = whole.startsWith('-') ? '−' : '';
  const digits = BigInt(whole.replace('-', '') || '0').toLocaleString('en');
  return `${sign}${digits}.${fraction.padEnd(2, '0')}`;
}

const CURRENCY_NAMES: Readonly<Record<string, string>> = { USDT_TRON: 'USDT' };

/** A count: 12,345. */
export function count(number: number): string {
  return number.toLocaleString('en');
}

/** A share of one: 0.1234 is 12.3 %. Null where there is nothing to have a share of. */
export function percent(share: number | null, digits = 1): string {
  return share === null ? '–' : `${(share * 100).toFixed(digits)} %`;
}
