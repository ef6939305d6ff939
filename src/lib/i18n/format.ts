/** Currencies of the API that Intl does not know, and their symbols. */
const OUTSIDE_ISO_4217: Record<string, string> = { USDT_TRON: 'USDT' };

/**
 * Languages in which an amount begins with a mark of their direction, which Intl writes for its own currencies.
 * Otherwise the currency's letters would decide on which side of the number they are: alone or in a table on the
 * right, and in a sentence on the left.
 */
const RIGHT_TO_LEFT = /^(?:ar|he)\b/;

/** More digits than any rate has. */
const RATE_DIGITS = 12;

const amountFormats = new Map<string, Intl.NumberFormat>();
const instantFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats an amount in a language: €12.50, 12,50 €, 10.00 USDT. */
export function formatAmount(amount: number, currency: string, language: string): string {
  const symbol = OUTSIDE_ISO_4217[currency];
  if (symbol === undefined) {
    const parts = amountFormat(language, currency).formatToParts(amount);
    return parts.map(({ type, value }) => (type === 'currency' ? isolated(value) : value)).join('');
  }
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const number = new Intl.NumberFormat(language, digits).format(amount);
  return RIGHT_TO_LEFT.test(language)
    ? `\u200f${number}\u00a0${isolate(symbol)}`
    : `${number}\u00a0${symbol}`;
}

/** Formats a conversion rate: 1 KZT = 0.0021 USD. */
export function formatRate(
  rate: number,
  { from, to }: { from: string; to: string },
  language: string,
): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: RATE_DIGITS });
  return `1 ${currencyCode(from)} = ${number.format(rate)} ${currencyCode(to)}`;
}

/**
 * Formats a date and time in a language: Nov 21, 2026, 7:46 PM UTC.
 *
 * @param timeZone defaults to the shopper's own
 */
export function formatInstant(instant: Date, language: string, timeZone?: 'UTC'): string {
  return [instantFormat(language, timeZone).format(instant), timeZone].filter(Boolean).join(' ');
}

/** Formats a time to act by: without the date if that is today's. */
export function formatDeadline(
  deadline: Date,
  now: Date,
  language: string,
  timeZone?: 'UTC',
): string {
  const dayOf = (date: Date) => date.toLocaleDateString('en', { timeZone });
  if (dayOf(deadline) !== dayOf(now)) return formatInstant(deadline, language, timeZone);
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  return [time.format(deadline), timeZone].filter(Boolean).join(' ');
}

/** Isolates a symbol with letters: in right-to-left text, `US$` would be displayed as `$US`. */
function isolated(symbol: string): string {
  return /^[A-Z]+\p{Sc}$/u.test(symbol) ? isolate(symbol) : symbol;
}

function isolate(symbol: string): string {
  return `\u2066${symbol}\u2069`;
}

function currencyCode(currency: string): string {
  return OUTSIDE_ISO_4217[currency] ?? currency;
}

/** Returns a cached format: creating one takes longer than everything else about an amount. */
function amountFormat(language: string, currency: string): Intl.NumberFormat {
  const name = `${language} ${currency}`;
  const format =
    amountFormats.get(name) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    });
  amountFormats.set(name, format);
  return format;
}

/** Returns a cached format: creating one takes longer than rendering a page. */
function instantFormat(language: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const name = `${language} ${timeZone ?? ''}`;
  const format =
    instantFormats.get(name) ??
    // Uses styles, since with individual parts many languages lose the zero of 01:16.
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  instantFormats.set(name, format);
  return format;
}
