import { BUSY } from './storage.ts';

/** Webhook events with their exact bodies, and the attempts to deliver them. */
export const WEBHOOKS = [
  // An event. One that is or will be due has a time for that. A lease moves it to the end of the lease, so that events
  // of a dead process become due again. The host is the authority of the URL: the port distinguishes two receivers on
  // one machine. `destination_mac` is a keyed hash over the destination. Its delivery, in any process, continues the trace in which it was recorded.
  `create table webhook_events (
    id uuid primary key,
    merchant_id uuid not null,
    direction text not null check (direction in ('payin', 'payout', 'refund', 'dispute')),
    group_id uuid not null unique,
    order_ids uuid[] not null,
    destination_source text not null check (destination_source in ('order', 'merchant', 'none')),
    destination_url text,
    destination_host text
      generated always as (lower(substring(destination_url from '^https?://([^/?#]+)'))) stored,
    destination_mac bytea,
    body text not null,
    erasure text check (erasure in ('requested', 'done')),
    traceparent text,
    state text not null
      check (state in ('pending', 'delivered', 'failed', 'no_destination')),
    tries integer not null default 0,
    next_attempt_at timestamptz,
    lease_id uuid,
    leased_at timestamptz,
    created_at timestamptz not null,
    ended_at timestamptz,
    check ((destination_source = 'none') = (destination_url is null)),
    check ((state = 'pending') = (next_attempt_at is not null)),
    check ((state = 'pending') = (ended_at is null)),
    check ((lease_id is null) = (leased_at is null))
  ) with (${BUSY})`,
  // The due events of a host, the next one that will be due, and how many a host has under way.
  `create index webhook_events_due on webhook_events (destination_host, next_attempt_at)
    where next_attempt_at is not null`,
  `create index webhook_events_next on webhook_events (next_attempt_at)
    where next_attempt_at is not null`,
  `create index webhook_events_leased on webhook_events (destination_host)
    where lease_id is not null`,
  // Lists: a merchant's, all, and those of a host. The collation of the last differs from that of the index for claiming
  // due events of a host. A claim compares with the collation of the column, so it can never be planned with this index,
  // which would read everything that a host was ever sent.
  `create index webhook_events_of_merchant on webhook_events (merchant_id, created_at)`,
  `create index webhook_events_latest on webhook_events (created_at, id)`,
  `create index webhook_events_of_host on webhook_events (destination_host collate "C", created_at, id)
    where destination_host is not null`,
  // Events that were given up, by time, with their receivers.
  `create index webhook_events_given_up on webhook_events (created_at, id)
    include (merchant_id, state, destination_host, ended_at) where state in ('failed', 'no_destination')`,
  `create index webhook_events_erasure_requested on webhook_events (state) where erasure = 'requested'`,

  // An attempt to deliver an event.
  `create table webhook_attempts (
    event_id uuid not null references webhook_events,
    number bigint generated always as identity,
    started_at timestamptz not null,
    duration_ms integer not null,
    status integer,
    error text,
    answer_head text,
    primary key (event_id, number)
  ) with (${BUSY})`,
];
