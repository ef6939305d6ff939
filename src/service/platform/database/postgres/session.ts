/** Settings by their names in pg_settings. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * PostgreSQL's own values of the settings that change what statements do or answer: a role, a database or another
 * client of a pooled session may have set others. `default_transaction_read_only` is left to operators, as a precaution.
 */
const ANSWER_SETTINGS: SessionSettings = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  array_nulls: 'on',
  bytea_output: 'hex',
  default_transaction_deferrable: 'off',
  default_transaction_isolation: 'read committed',
  extra_float_digits: '1',
  gin_fuzzy_search_limit: '0',
  idle_session_timeout: '0',
  lock_timeout: '0',
  standard_conforming_strings: 'on',
  transaction_timeout: '0',
  transform_null_equals: 'off',
};

/** PgBouncer itself sets these in each session that it gives to a client. */
const KEPT_BY_POOLERS: readonly string[] = ['DateStyle', 'TimeZone', 'standard_conforming_strings'];

/** What a pooler may change by giving the next transaction another session. */
const CHANGED_BY_POOLERS = [
  ...Object.keys(ANSWER_SETTINGS).filter((name) => !KEPT_BY_POOLERS.includes(name)),
  'statement_timeout',
  'idle_in_transaction_session_timeout',
];

export interface BegunSession {
  standby: boolean;
  /**
   * The SQL that each transaction must begin with if a pooler may run it in another session: settings that a new
   * session of this role and database does not have. Null if there are none.
   */
  beginning: string | null;
}

/**
 * Returns the SQL that begins a session. It leaves out settings that this release of PostgreSQL does not have. The search
 * path is the role's own: it chooses the deployment's schema.
 */
export function beginSession(settings: SessionSettings): string {
  const wanted = Object.entries({ ...ANSWER_SETTINGS, ...settings });
  const changed = CHANGED_BY_POOLERS.map((name) => `'${name}'`).join(', ');
  return `
    with wanted (name, value) as (
      values ${wanted.map(([name, value]) => `('${name}', '${value}')`).join(', ')}
    )
    select pg_is_in_recovery() as standby,
      'select ' || string_agg(format('set_config(%L, %L, true)', name, value), ', ')
        filter (where name in (${changed}) and case
          when unit is not null then reset_val <> '0'
          else reset_val <> value end) as beginning,
      count(set_config(name, value, false))
    from wanted join pg_settings using (name)`;
}
