/** Currencies of the interface that Intl does not know, and how they are written. */
const OUTSIDE_ISO_4217: Record<string, string> = { USDT_TRON: 'USDT' };

const formats = new Map<string, Intl.NumberFormat>();

/** Made once for each language and currency: making one takes longer than all else about an amount. */
const formatOf = (language: string, currency: string): Intl.NumberFormat => {
  const name = `${language} ${currency}`;
  const format =
    formats.get(name) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    });
  formats.set(name, format);
  return format;
};

/** An order's amount as the language writes it: €12.50, 12,50 €, 10.00 USDT. */
export const formatAmount = (amount: number, currency: string, language: string): string => {
  const symbol = OUTSIDE_ISO_4217[currency];
  if (symbol === undefined) {
    const parts = formatOf(language, currency).formatToParts(amount);
    return parts.map(({ type, value }) => (type === 'currency' ? whole(value) : value)).join('');
  }
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${new Intl.NumberFormat(language, digits).format(amount)}\u00a0${symbol}`;
};

/** Where the text around it runs from right to left, `US$` would be shown as `$US`. */
const whole = (symbol: string): string =>
  /^[A-Z]+\p{Sc}$/u.test(symbol) ? `\u2066${symbol}\u2069` : symbol;

/** More digits than any rate has. */
const RATE_DIGITS = 12;

/** What one unit of the order's currency is charged at: 1 KZT = 0.0021 USD. */
export const formatRate = (
  rate: number,
  { from, to }: { from: string; to: string },
  language: string,
): string => {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: RATE_DIGITS });
  return `1 ${codeOf(from)} = ${number.format(rate)} ${codeOf(to)}`;
};

const codeOf = (currency: string): string => OUTSIDE_ISO_4217[currency] ?? currency;
