import { CURRENCIES } from '#domain/money.ts';
import type { AnswerOf, ItemOf } from '#console/api/client.ts';
import { BEFORE, FROM, MERCHANT, type Filter } from '#console/filters/filter.ts';
import { entryOf, inWords } from '#console/orders/words.ts';
import { at } from '#console/paths.ts';

export type Balance = ItemOf<'ledger balances'>;
export type Movement = ItemOf<'ledger movements'>;
export type RetentionsDue = AnswerOf<'ledger holds'>['days'][number];

const MOVEMENTS = {
  payin_success: 'Payin paid',
  payin_shortfall: 'Accepted as missing from a payin',
  payout_reserve: 'Reserved for a payout',
  payout_settle: 'Payout made',
  payout_release: 'Payout failed: reserve released',
  refund_reserve: 'Reserved for a refund',
  refund_settle: 'Refund made',
  refund_release: 'Refund failed: reserve released',
  refund_take: 'Refund made after it had failed',
  refund_return: 'Refund made after it had failed: money returned',
  refund_correction: 'Corrected fee after a refund that failed or was returned',
  dispute_reserve: 'Reserved for a dispute',
  dispute_lose: 'Dispute lost',
  dispute_recover: 'Lost dispute reopened',
  dispute_release: 'Dispute won: reserve released',
  hold_release: 'Hold released',
  rolling_release: 'Rolling reserve released',
  transfer: 'Transfer',
  conversion: 'Conversion',
  adjustment: 'Adjustment',
} as const;

export function movementInWords(kind: string): string {
  return entryOf(MOVEMENTS, kind) ?? inWords(kind);
}

/** Filters of the list of movements. */
export const MOVEMENT_FILTERS: readonly Filter[] = [
  { name: 'kind', label: 'Kind', choices: Object.keys(MOVEMENTS), inWords: movementInWords },
  { name: 'currency', label: 'Currency', choices: CURRENCIES },
  FROM,
  BEFORE,
  { name: 'order', label: 'Order', placeholder: 'Id' },
  { name: 'gate', label: 'Gate', placeholder: 'Id' },
  MERCHANT,
];

/** Returns the address of the list of movements that match a filter. */
export function movementsOf(filter: Readonly<Record<string, string>>): string {
  return `${at('/ledger', filter)}#movements`;
}
