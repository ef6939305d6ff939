/** Webhook events with their exact bodies, and the attempts to deliver them. */
export const WEBHOOKS = [
  // An event that is or will be due has a time for that. A lease moves it to the end of the lease, so that events of a
  // dead process become due again. The host is the authority of the URL: the port distinguishes two receivers on one
  // machine.
  `create table webhook_events (
    id uuid primary key,
    merchant_id uuid not null,
    direction text not null check (direction in ('payin', 'payout')),
    group_id uuid not null unique,
    order_ids uuid[] not null,
    destination_source text not null check (destination_source in ('order', 'merchant', 'none')),
    destination_url text,
    destination_host text
      generated always as (lower(substring(destination_url from '^https?://([^/?#]+)'))) stored,
    body text not null,
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
  )`,
  `create index webhook_events_due on webhook_events (destination_host, next_attempt_at)
    where next_attempt_at is not null`,
  `create index webhook_events_next on webhook_events (next_attempt_at)
    where next_attempt_at is not null`,
  `create index webhook_events_leased on webhook_events (destination_host)
    where lease_id is not null`,
  `create index webhook_events_of_merchant on webhook_events (merchant_id, created_at)`,
  `create index webhook_events_undelivered on webhook_events (created_at)
    where state in ('failed', 'no_destination')`,

  `create table webhook_attempts (
    event_id uuid not null references webhook_events,
    number bigint generated always as identity,
    started_at timestamptz not null,
    duration_ms integer not null,
    status integer,
    error text,
    answer_head text,
    primary key (event_id, number)
  )`,
];
