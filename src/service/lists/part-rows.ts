import { sql, type RawBuilder } from 'kysely';
import type { DividedAmountTable } from '../platform/database/tables/lists.ts';

export interface Pair {
  currency: string;
  status: string;
}

/** A place in the order of amounts and, among equal ones, of ids. */
export interface Place {
  amount: string;
  id: string;
}

/** From one place up to, and not including, another. */
export interface Part {
  from: Place;
  before: Place;
}

/** Before and after every id of an order. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function orderTable(direction: DividedAmountTable['direction']): RawBuilder<unknown> {
  return sql.table(direction === 'payin' ? 'payins' : 'payouts');
}

export function pairTable(pairs: readonly Pair[]): RawBuilder<unknown> {
  return sql`${rowsOf(pairs, [
    ['text', (pair) => pair.currency],
    ['text', (pair) => pair.status],
  ])} as pair (currency, status)`;
}

type Column<Row> = [type: 'text' | 'bigint' | 'uuid', of: (row: Row) => string];

/** Values as the rows of a table, however many they are. */
export function rowsOf<Row>(rows: readonly Row[], columns: Column<Row>[]): RawBuilder<unknown> {
  const arrays = columns.map(([type, of]) => sql`${rows.map(of)}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(arrays)})`;
}
