import { resolutionLabel } from '#domain/order/reasons.ts';
import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/order/status.ts';
import { CURRENCIES } from '#domain/money.ts';
import { BEFORE, FROM, MERCHANT, type Filter } from '#console/filters/filter.ts';
import { inWords, statusInWords } from './words.ts';

/** Filters of the search for orders. */
export const FILTERS: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    choices: ORDER_STATUSES,
    inWords: (status) => (isStatus(status) ? statusInWords(status).text : status),
  },
  { name: 'direction', label: 'Direction', choices: ['payin', 'payout'], inWords },
  {
    name: 'resolution_code',
    label: 'Reason',
    choices: RESOLUTION_CODES,
    inWords: resolutionLabel,
  },
  { name: 'currency', label: 'Currency', choices: CURRENCIES },
  { name: 'amount', label: 'Amount', placeholder: '12.50', kind: 'amount' },
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

function isStatus(text: string): text is OrderStatus {
  return ORDER_STATUSES.some((status) => status === text);
}
