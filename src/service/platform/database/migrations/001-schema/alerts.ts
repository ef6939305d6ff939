/** Channels of alerts, and what was sent to them. */
export const ALERTS = [
  // A channel has an address, or sends e-mail to everybody with a role. `shown` is the part of the address that may be
  // shown.
  `create table alert_channels (
    id uuid primary key,
    kind text not null check (kind in ('email', 'webhook')),
    role text,
    merchant_id uuid,
    address_sealed bytea,
    secret_sealed bytea,
    shown text not null,
    silent_until timestamptz,
    created_at timestamptz not null,
    check ((role is null) <> (address_sealed is null))
  )`,

  // An alert that a channel was notified of, and that has not ended.
  `create table alerts (
    channel_id uuid not null,
    kind text not null,
    subject text not null,
    title text not null,
    detail text not null,
    began_at timestamptz not null,
    seen_at timestamptz not null,
    primary key (channel_id, kind, subject)
  )`,

  // A message to a channel, until it is sent or given up.
  `create table alert_messages (
    id uuid primary key,
    channel_id uuid not null,
    body jsonb not null,
    created_at timestamptz not null,
    due_at timestamptz,
    tries integer not null default 0,
    error text,
    sent_at timestamptz
  )`,
  `create index alert_messages_due on alert_messages (due_at) where due_at is not null`,
  `create index alert_messages_of on alert_messages (channel_id, created_at)`,
];
