import type { OrderDirection } from '#domain/order/direction.ts';
import type { FinalStatus, OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { GeneratedAlways } from 'kysely';

/** How many orders stand in a bucket of a series, changes that are not yet added in apart. */
export interface OrderCountTable {
  /** `EVERYBODY` for all merchants together, in the series of when orders were made. */
  merchant_id: string;
  direction: OrderDirection;
  series: string;
  bucket: number;
  currency: Currency;
  status: OrderStatus;
  /** By which orders ended, or the brand of the card, in the series that are divided by it; else empty. */
  code: string;
  orders: bigint;
  /** Decimal text: sums may pass what a bigint holds. */
  amount_minor: string;
  /** Those whose amount and code are counted; all of them but where the release before has counted. */
  with_amount: bigint;
}

/**
 * An order that was made, or has moved; the `from…` are null for one that was made. Its amount and id are null
 * where the release before has added it.
 */
export interface OrderCountChangeTable {
  merchant_id: string;
  number: GeneratedAlways<bigint>;
  direction: OrderDirection;
  currency: Currency;
  created_hour: number;
  amount_narrow: number;
  from_status: OrderStatus | null;
  from_updated_hour: number | null;
  to_status: OrderStatus;
  to_updated_hour: number;
  amount_minor: bigint | null;
  order_id: string | null;
}

/** A narrow bucket of amounts that is divided into parts, or is to be. */
export interface DividedAmountTable {
  merchant_id: string;
  direction: OrderDirection;
  amount_narrow: number;
}

/** How many orders have ended from this amount and id on, up to the next part of the bucket. */
export interface AmountPartCountTable extends DividedAmountTable {
  from_amount_minor: bigint;
  from_id: string;
  currency: Currency;
  status: FinalStatus;
  orders: bigint;
}

export interface ListTables {
  order_counts: OrderCountTable;
  order_count_changes: OrderCountChangeTable;
  divided_amounts: DividedAmountTable;
  amount_part_counts: AmountPartCountTable;
}
