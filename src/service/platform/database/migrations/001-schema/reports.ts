/** Reports with their files, and acquirers' settlement files. */
export const REPORTS = [
  // A report, or the order for one. A process leases the report that it makes.
  `create table reports (
    id uuid primary key,
    kind text not null check (kind in ('orders', 'settlement', 'fees')),
    merchant_id uuid references merchants,
    first_day date not null,
    last_day date not null,
    state text not null check (state in ('waiting', 'running', 'ready', 'failed')),
    tries integer not null default 0,
    lease_id uuid,
    leased_until timestamptz,
    row_count bigint,
    failure text,
    created_at timestamptz not null,
    ended_at timestamptz,
    check ((state = 'running') = (lease_id is not null)),
    check ((state in ('ready', 'failed')) = (ended_at is not null))
  )`,
  `create index reports_to_make on reports (created_at) where state in ('waiting', 'running')`,
  // Reports are deleted after a week.
  `create index reports_ended on reports (ended_at) where ended_at is not null`,
  `create index reports_latest on reports (created_at, id)`,

  // A report's file, compressed, in pieces from 0: any machine can serve it, whichever made it.
  `create table report_chunks (
    report_id uuid not null references reports on delete cascade,
    number integer not null,
    bytes bytea not null,
    primary key (report_id, number)
  )`,

  // An acquirer's settlement file. `profile` is its format, if it was recognized.
  `create table acquirer_files (
    id uuid primary key,
    terminal_id uuid not null references terminals,
    first_day date not null,
    last_day date not null,
    format text not null,
    created_at timestamptz not null
  )`,
  // Files are deleted after a week.
  `create index acquirer_files_made on acquirer_files (created_at)`,

  // A line of such a file, with the attempt that it is about.
  `create table acquirer_lines (
    file_id uuid not null references acquirer_files on delete cascade,
    line integer not null,
    kind text not null,
    reference text not null,
    amount_minor bigint not null,
    currency text not null,
    net_minor bigint not null,
    fee_minor bigint not null,
    net_currency text not null,
    verdict text not null check (verdict in ('matched', 'different', 'missing_here', 'own')),
    attempt_id uuid,
    order_id uuid,
    primary key (file_id, line)
  )`,
  // Only these references are unique: a chargeback can be reversed and made again, and fees have no reference.
  `create unique index acquirer_lines_single on acquirer_lines (file_id, kind, reference)
    where kind in ('payment', 'refund')`,
  // The differences, and the attempts that the file does not have.
  `create index acquirer_lines_unmatched on acquirer_lines (file_id, line) where verdict <> 'matched'`,
  `create index acquirer_lines_of_attempt on acquirer_lines (file_id, attempt_id)`,
];
