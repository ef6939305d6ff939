import type { OrderDirection } from '#domain/order/direction.ts';
import type { FinalStatus, OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { GeneratedAlways } from 'kysely';

/** How many orders a bucket of a series has, without the changes that are not rolled up yet. */
export interface OrderCountTable {
  /** `EVERYBODY` for all merchants together, in the series by time of creation. */
  merchant_id: string;
  direction: OrderDirection;
  series: string;
  bucket: number;
  currency: Currency;
  status: OrderStatus;
  /**
   * The code by which orders ended, or the brand of the card, in the series that are divided by it; otherwise empty.
   */
  code: string;
  orders: bigint;
  /** Decimal text: sums may exceed a bigint. */
  amount_minor: string;
  /** The orders whose amount and code are counted: all, except those that the previous release counted. */
  with_amount: bigint;
}

/**
 * An order that was created or has moved; the `from…` columns are null for a created one. Amount and id are null if the
 * previous release wrote the row.
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

/** A narrow bucket of amounts that is, or will be, divided into parts. */
export interface DividedAmountTable {
  merchant_id: string;
  direction: OrderDirection;
  amount_narrow: number;
}

/** The number of ended orders from this amount and id up to the next part of the bucket. */
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
