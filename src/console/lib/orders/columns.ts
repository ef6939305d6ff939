import * as v from 'valibot';
import { PersistedState } from './persisted-state.svelte.ts';

/** What can be shown of each order beside its amount, in the order in which it is shown. */
export const COLUMNS = [
  'status',
  'reference',
  'account',
  'email',
  'merchant',
  'method',
  'terminal',
  'resolution',
  'created',
] as const;
export type ColumnName = (typeof COLUMNS)[number];

export const COLUMN_TITLES: Readonly<Record<ColumnName, string>> = {
  status: 'Status',
  reference: 'Reference',
  account: 'Account',
  email: 'E-mail',
  merchant: 'Merchant',
  method: 'Method',
  terminal: 'Terminal',
  resolution: 'Reason',
  created: 'Created',
};

/** What is the same for each order of one merchant's people, or not shown to them. */
const FOR_ALL_MERCHANTS: readonly ColumnName[] = ['merchant', 'terminal'];

/** With the amount there are six, which a narrow desktop still has room for. */
export const MOST_CHOSEN = 5;

const USUAL: readonly ColumnName[] = ['status', 'reference', 'account', 'merchant', 'created'];

const kept = new PersistedState('orders.columns', v.array(v.picklist(COLUMNS)), [...USUAL]);

/** The columns that somebody has chosen, kept in their browser. */
export const chosenColumns = {
  has: (name: ColumnName): boolean => kept.value.includes(name),

  /** Whether as many as there is room for are chosen of those that are offered. */
  isFull: (offered: readonly ColumnName[]): boolean =>
    offered.filter((name) => kept.value.includes(name)).length >= MOST_CHOSEN,

  set(name: ColumnName, isChosen: boolean): void {
    const others = kept.value.filter((each) => each !== name);
    kept.value = isChosen ? [...others, name] : others;
  },

  reset(): void {
    kept.value = [...USUAL];
  },
};

export function offeredColumns(ofOneMerchant: boolean): readonly ColumnName[] {
  return COLUMNS.filter((name) => !ofOneMerchant || !FOR_ALL_MERCHANTS.includes(name));
}
