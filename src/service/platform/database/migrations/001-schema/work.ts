import { UPDATED_IN_PLACE } from './storage.ts';

/** Tables for the service's own work: turns and times, the keyring, and the state of machines. */
export const WORK = [
  // Work that one process at a time does either locks its row until the transaction ends, or takes the next turn in the
  // statement that does the work.
  `create table exclusive_work (
    name text primary key,
    turn bigint not null default 0
  ) with (${UPDATED_IN_PLACE})`,
  `insert into exclusive_work (name) values ('claim-webhooks'), ('fold-order-counts'), ('apply-deployment'),
    ('append-audit'), ('change-people')`,

  // Recurring work that does not look for rows. A process moves the due time before it does the work, so that no other
  // process does it.
  `create table timed_work (
    name text primary key,
    due_at timestamptz not null
  ) with (${UPDATED_IN_PLACE})`,
  `insert into timed_work (name, due_at) select name, '1970-01-01Z' from unnest(array['count-hours',
    'compare-counters', 'check-ledger', 'fold-order-counts', 'log-audit-head', 'log-failing-receivers',
    'note-alerts']) as work (name)`,

  // A known text and the key of fingerprints, sealed at the first start. With the text, each later start checks its
  // master key.
  `create table keyring_check (
    id smallint primary key check (id = 1),
    sealed bytea not null,
    fingerprint_key_sealed bytea not null
  )`,

  // How far the clock of each instance is ahead of the database's.
  `create table instance_clocks (
    instance text primary key,
    ahead_ms bigint not null,
    reported_at timestamptz not null
  )`,

  // Shows whether the disk has room again after a write failed. It is emptied at once.
  `create table write_probes (content text not null)`,
];
