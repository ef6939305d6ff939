/** Acquirers' settlement files. */
export const ACQUIRER_FILES = [
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
