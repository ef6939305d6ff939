import { CARD_BRANDS } from '#domain/card/number.ts';
import { DECLINE_REASONS } from '#domain/card/decline-reason.ts';
import { unpaidReasonLabel } from '#domain/order/reasons.ts';
import { REFUSED_BY } from '#domain/order/attempt-limits.ts';
import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import { isOrderStatus, ORDER_STATUSES } from '#domain/order/status.ts';
import { CURRENCIES } from '#domain/money.ts';
import { BEFORE, FROM, MERCHANT, type Filter } from '#console/filters/filter.ts';
import { STEPS } from '#console/overview/overview.ts';
import { brandInWords, inWords, statusInWords } from './words.ts';

/** Filters of the search for orders. */
export const FILTERS: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    choices: ORDER_STATUSES,
    isSeveral: true,
    inWords: (status) => (isOrderStatus(status) ? statusInWords(status).text : status),
  },
  { name: 'direction', label: 'Direction', choices: ['payin', 'payout'], inWords },
  {
    name: 'reason',
    label: 'Why not paid',
    choices: [...DECLINE_REASONS, ...REFUSED_BY, ...RESOLUTION_CODES],
    inWords: unpaidReasonLabel,
  },
  {
    name: 'step',
    label: 'Came at least to',
    choices: STEPS.map(({ step }) => step).filter((step) => step !== 'created'),
    inWords: (step) => STEPS.find((each) => each.step === step)?.text ?? step,
  },
  {
    name: 'reversal',
    label: 'Refund or dispute',
    choices: ['refunded', 'disputed'],
    inWords,
  },
  { name: 'brand', label: 'Card brand', choices: CARD_BRANDS, inWords: brandInWords },
  { name: 'currency', label: 'Currency', choices: CURRENCIES },
  { name: 'amount', label: 'Amount', placeholder: '12.50', kind: 'amount' },
  FROM,
  BEFORE,
  { name: 'text', label: 'Text', placeholder: 'A reference or a name' },
  { name: 'reference', label: 'Reference' },
  { name: 'email', label: 'E-mail', placeholder: 'anna@example.com' },
  { name: 'payer_address', label: "Refused payer's IP address", placeholder: '203.0.113.7' },
  { name: 'last_four', label: 'Last four digits', placeholder: '4242' },
  { name: 'card', label: 'Card', placeholder: '424242******4242' },
  { name: 'rrn', label: 'RRN' },
  { name: 'provider_reference', label: "Acquirer's reference" },
  MERCHANT,
  { name: 'method', label: 'Method', placeholder: 'Id' },
  { name: 'terminal', label: 'Terminal', placeholder: 'Name or id', isForStaff: true },
];
