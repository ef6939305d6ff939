import { sql, type RawBuilder } from 'kysely';
import type { ListPayinsQuery, ListPayoutsQuery } from '#contract/schemas/list.ts';
import { CURRENCIES, type Currency } from '#domain/money.ts';
import { isMasked } from '#domain/order/account.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/order/status.ts';
import { destinationFingerprintsFor } from '../orders/fingerprints.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { Range } from './range.ts';

/** A selection of a merchant's orders. */
export interface ListFilter {
  table: 'payins' | 'payouts';
  direction: OrderDirection;
  merchantId: string;
  currencies: readonly Currency[];
  statuses: readonly OrderStatus[];
  created: Range;
  updated: Range;
  groupId: string | undefined;
  destinations: DestinationFilter | undefined;
}

/** Payouts to any of these accounts. */
interface DestinationFilter {
  /** Keyed hashes of full accounts. */
  fingerprints: readonly Uint8Array[];
  /** Card numbers masked as in the interface's answers. */
  masked: readonly string[];
}

export function payinFilter(
  merchantId: string,
  query: Omit<ListPayinsQuery, 'accounts'>,
): ListFilter {
  return {
    table: 'payins',
    direction: 'payin',
    merchantId,
    currencies: query.currencies ?? CURRENCIES,
    statuses: query.statuses ?? ORDER_STATUSES,
    created: { start: query.startDate, end: query.endDate },
    updated: { start: query.startUpdateDate, end: query.endUpdateDate },
    groupId: query.groupId,
    destinations: undefined,
  };
}

export function payoutFilter(
  keyring: Keyring,
  merchantId: string,
  query: ListPayoutsQuery,
): ListFilter {
  return {
    ...payinFilter(merchantId, query),
    table: 'payouts',
    direction: 'payout',
    destinations: query.accounts && {
      fingerprints: query.accounts.flatMap((account) =>
        destinationFingerprintsFor(keyring, account),
      ),
      masked: query.accounts.filter(isMasked),
    },
  };
}

/**
 * Returns whether the filter names a group or the accounts paid out to. Such a filter never matches very many
 * orders.
 */
export function isNarrow({ groupId, destinations }: ListFilter): boolean {
  return groupId !== undefined || destinations !== undefined;
}

export function within(column: string, { start, end }: Range): RawBuilder<unknown>[] {
  const conditions = [];
  if (start !== undefined) conditions.push(sql`${sql.ref(column)} >= ${start}::timestamptz`);
  if (end !== undefined) conditions.push(sql`${sql.ref(column)} <= ${end}::timestamptz`);
  return conditions;
}

/** Returns the filter's conditions other than merchant, currency and status. */
export function conditions(filter: ListFilter): RawBuilder<unknown>[] {
  const { table, groupId, destinations } = filter;
  return [
    ...within('created_at', filter.created),
    ...within('updated_at', filter.updated),
    // Split to match the indexes: an order created separately has its own id as its group.
    ...(groupId === undefined
      ? []
      : [
          sql`id in (
            select id from ${sql.table(table)} where id = ${groupId} and group_id = ${groupId}
            union all
            select id from ${sql.table(table)} where group_id = ${groupId} and group_id <> id
          )`,
        ]),
    ...(destinations === undefined ? [] : [isTo(destinations)]),
  ];
}

function isTo({ fingerprints, masked }: DestinationFilter): RawBuilder<unknown> {
  const byHash = sql`destination_fingerprint = any(array[${sql.join(fingerprints)}]::bytea[])`;
  if (masked.length === 0) return byHash;
  // The pattern repeats the condition of the index, which holds only masked destinations.
  return sql`(${byHash} or (
    destination_shown like '%*%'
    and destination_shown = any(array[${sql.join(masked)}]::text[])
  ))`;
}
