import { BUSY } from './storage.ts';

/** What payins, payouts and refunds have in common. */
export const ORDERS = [
  // The transitions of an order, in their order.
  `create table order_transitions (
    order_id uuid not null,
    number bigint generated always as identity,
    from_status text,
    to_status text not null,
    cause text not null,
    at timestamptz not null,
    primary key (order_id, number)
  ) with (${BUSY})`,
];
