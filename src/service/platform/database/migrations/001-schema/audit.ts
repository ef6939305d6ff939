/** The audit: changes by operators, chained by keyed hashes (decision 051). */
export const AUDIT = [
  // A change. Rows are added in the transaction of the change and never updated. Each has a keyed hash over itself and
  // the hash of the previous row. `bound_rows` are the rows that it made, as JSON.
  `create table audit (
    number bigint primary key,
    at timestamptz not null,
    actor text not null,
    role text not null,
    address text,
    command text not null,
    subject text not null,
    before text,
    after text,
    reason text,
    bound_rows text,
    hash bytea not null
  )`,
  // Operators list the changes of a thing, by a command, and by a person.
  `create index audit_of_subject on audit (subject, number)`,
  `create index audit_of_command on audit (command, number)`,
  `create index audit_of_actor on audit (actor, number)`,
  // The newest change that made a row. Without a list of pending entries, which every use of a token would search.
  `create index audit_of_bound_rows on audit using gin ((bound_rows::jsonb) jsonb_path_ops)
    with (fastupdate = off) where bound_rows is not null`,

  // The last row, with a keyed hash over its number and hash: it reveals that rows were removed from the end.
  `create table audit_head (
    id smallint primary key check (id = 1),
    number bigint not null,
    hash bytea not null,
    mac bytea not null
  )`,
];
