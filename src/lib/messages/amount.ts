/** Currencies of the interface that Intl does not know, and how they are written. */
const OUTSIDE_ISO_4217: Record<string, string> = { USDT_TRON: 'USDT' };

/** An order's amount as the language writes it: €12.50, 12,50 €, 10.00 USDT. */
export const formatAmount = (amount: number, currency: string, language: string): string => {
  const symbol = OUTSIDE_ISO_4217[currency];
  if (symbol === undefined) {
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).format(amount);
  }
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${new Intl.NumberFormat(language, digits).format(amount)}\u00a0${symbol}`;
};
