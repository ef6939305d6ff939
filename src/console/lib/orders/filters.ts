import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import { ORDER_STATUSES } from '#domain/order/status.ts';
import { CURRENCIES } from '#domain/money.ts';
import { BEFORE, FROM, MERCHANT, type Filter } from '#console/filters/filter.ts';

/** What orders are found by. */
export const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', choices: ORDER_STATUSES },
  { name: 'direction', label: 'Direction', choices: ['payin', 'payout'] },
  { name: 'resolution_code', label: 'Resolution code', choices: RESOLUTION_CODES },
  { name: 'currency', label: 'Currency', choices: CURRENCIES },
  { name: 'amount', label: 'Amount', placeholder: '12.50' },
  FROM,
  BEFORE,
  { name: 'reference', label: 'Reference' },
  { name: 'email', label: 'E-mail', placeholder: 'anna@example.com' },
  { name: 'last_four', label: 'Last four digits', placeholder: '4242' },
  { name: 'card', label: 'Card', placeholder: '424242******4242' },
  { name: 'rrn', label: 'RRN' },
  { name: 'provider_reference', label: "Acquirer's reference" },
  MERCHANT,
  { name: 'terminal', label: 'Terminal', placeholder: 'Name or id', isForStaff: true },
];
