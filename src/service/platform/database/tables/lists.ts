import type { OrderDirection } from '#domain/order/direction.ts';
import type { OrderStatus } from '#domain/order/status.ts';
import type { Currency } from '#domain/money.ts';
import type { GeneratedAlways } from 'kysely';

/** How many orders stand in a bucket of a series, changes that are not yet added in apart. */
export interface OrderCountTable {
  merchant_id: string;
  direction: OrderDirection;
  series: string;
  bucket: number;
  currency: Currency;
  status: OrderStatus;
  orders: bigint;
}

/** An order that was made, or has moved; the `from…` are null for one that was made. */
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
}

export interface ListTables {
  order_counts: OrderCountTable;
  order_count_changes: OrderCountChangeTable;
}
