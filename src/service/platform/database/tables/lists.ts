import type { OrderDirection } from '#domain/order/direction.ts';
import type { OrderStatus } from '#domain/order/status.ts';
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
  /** The brand of the card, in the series by time of credit; otherwise empty. */
  code: string;
  orders: bigint;
  /** Decimal text: sums may exceed a bigint. */
  amount_minor: string;
}

/** An order that was created or has moved; the `from…` columns are null for a created one. */
export interface OrderCountChangeTable {
  merchant_id: string;
  number: GeneratedAlways<bigint>;
  direction: OrderDirection;
  currency: Currency;
  created_hour: number;
  from_status: OrderStatus | null;
  from_updated_hour: number | null;
  to_status: OrderStatus;
  to_updated_hour: number;
  amount_minor: bigint;
  order_id: string;
}

export interface ListTables {
  order_counts: OrderCountTable;
  order_count_changes: OrderCountChangeTable;
}
