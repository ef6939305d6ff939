import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { CURRENCIES } from '#domain/money.ts';

/** What orders are found by: names as the search has them, and as the address has them. */
export interface Filter {
  name: string;
  label: string;
  choices?: readonly string[];
  /** What a typed value looks like. */
  placeholder?: string;
  kind?: 'day';
}

export const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', choices: ORDER_STATUSES },
  { name: 'direction', label: 'Direction', choices: ['payin', 'payout'] },
  { name: 'resolution_code', label: 'Resolution code', choices: RESOLUTION_CODES },
  { name: 'currency', label: 'Currency', choices: CURRENCIES },
  { name: 'amount', label: 'Amount', placeholder: '12.50' },
  { name: 'from', label: 'From', kind: 'day' },
  { name: 'to', label: 'Before', kind: 'day' },
  { name: 'reference', label: 'Reference' },
  { name: 'email', label: 'E-mail', placeholder: 'anna@example.com' },
  { name: 'last_four', label: 'Last four digits', placeholder: '4242' },
  { name: 'rrn', label: 'RRN' },
  { name: 'provider_reference', label: "Acquirer's reference" },
  { name: 'merchant', label: 'Merchant', placeholder: 'Name or id' },
  { name: 'terminal', label: 'Terminal', placeholder: 'Name or id' },
];

/** The filters that an address names, as the search takes them. */
export function filtersIn(address: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    FILTERS.flatMap(({ name, kind }) => {
      const value = address.get(name)?.trim() ?? '';
      if (value === '') return [];
      return [[name, kind === 'day' ? startOf(value) : value]];
    }),
  );
}

/** Days are those of whoever looks. */
function startOf(day: string): string {
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) ? day : start.toISOString();
}
