import { availableParallelism, cpus, totalmem } from 'node:os';
import { onServer } from '../../tests/support/database/postgres-connection.ts';

/** Describes the machine and the database. Figures mean nothing without them. */
export async function describeMachine(databaseUrl: string): Promise<string[]> {
  const [cpu] = cpus();
  const settings = await onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('server_version', 'fsync', 'synchronous_commit')`,
    );
    return new Map(rows.map(({ name, setting }) => [name, setting]));
  });
  const of = (name: string) => settings.get(name) ?? 'unknown';
  return [
    `${cpu?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ` +
      `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `Node ${process.versions.node}, PostgreSQL ${of('server_version')} ` +
      `(fsync ${of('fsync')}, synchronous_commit ${of('synchronous_commit')}), all on this machine`,
  ];
}
