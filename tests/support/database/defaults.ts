/** Settings that a database's owner may have given it, for whatever else uses it. */
import pg from 'pg';

/** Each changes what statements answer, or whether they succeed. */
export const STRANGE_SETTINGS: Readonly<Record<string, string>> = {
  datestyle: 'German, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Pacific/Auckland',
  array_nulls: 'off',
  bytea_output: 'escape',
  default_transaction_deferrable: 'on',
  default_transaction_isolation: 'serializable',
  extra_float_digits: '-5',
  gin_fuzzy_search_limit: '1',
  idle_in_transaction_session_timeout: '100ms',
  lock_timeout: '1ms',
  statement_timeout: '100ms',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
};

/** Makes settings the defaults of a database. */
export async function setDefaults(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const name = client.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  for (const [setting, value] of Object.entries(settings)) {
    await client.query(`alter database ${name} set ${setting} to ${client.escapeLiteral(value)}`);
  }
  await client.end();
}
