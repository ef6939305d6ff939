import * as v from 'valibot';
import { PersistedState } from './persisted-state.svelte.ts';

/** The optional columns, besides the amount, in the order shown. */
export const COLUMNS = [
  'status',
  'reference',
  'account',
  'email',
  'merchant',
  'method',
  'terminal',
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
  created: 'Created',
};

/** Columns that a merchant's people do not get: the same for every order, or not shown to them. */
const FOR_ALL_MERCHANTS: readonly ColumnName[] = ['merchant', 'terminal'];

/** The most optional columns. With the amount there are six, which fit on a narrow desktop. */
export const MOST_CHOSEN = 5;

const USUAL: readonly ColumnName[] = ['status', 'reference', 'account', 'merchant', 'created'];

const kept = new PersistedState('orders.columns', v.array(v.picklist(COLUMNS)), [...USUAL]);

/** The chosen columns, stored in the browser. */
export const chosenColumns = {
  has: (name: ColumnName): boolean => kept.value.includes(name),

  /** Returns whether the most columns that fit are chosen among those offered. */
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
