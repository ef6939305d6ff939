import { CURRENCIES } from '#domain/money.ts';
import type { AnswerOf, ItemOf } from '#console/api/client.ts';
import { BEFORE, FROM, MERCHANT, type Filter } from '#console/filters/filter.ts';
import { inWords } from '#console/orders/words.ts';
import { at } from '#console/paths.ts';

export type Balance = ItemOf<'ledger balances'>;
export type Movement = ItemOf<'ledger movements'>;
export type HoldsDue = AnswerOf<'ledger holds'>['days'][number];

const KINDS = [
  'payin_success',
  'payout_reserve',
  'payout_settle',
  'payout_release',
  'refund_reserve',
  'refund_settle',
  'refund_release',
  'dispute_reserve',
  'dispute_lose',
  'dispute_recover',
  'dispute_release',
  'hold_release',
  'rolling_release',
  'transfer',
  'conversion',
] as const;

/** What movements are found by. */
export const MOVEMENT_FILTERS: readonly Filter[] = [
  { name: 'kind', label: 'Kind', choices: KINDS, inWords },
  { name: 'currency', label: 'Currency', choices: CURRENCIES },
  FROM,
  BEFORE,
  { name: 'order', label: 'Order', placeholder: 'Id' },
  { name: 'gate', label: 'Gate', placeholder: 'Id' },
  MERCHANT,
];

/** Where movements like these are listed. */
export function movementsOf(filter: Readonly<Record<string, string>>): string {
  return at(`/ledger?${new URLSearchParams(filter).toString()}#movements`);
}
