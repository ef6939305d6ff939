import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './schema.ts';
import { prepared } from './statement.ts';

/** What one cheap statement reports of the database. */
export interface Observation {
  /** The database's clock, read between the two readings of our monotonic one. */
  at: Date;
  askedMs: number;
  answeredMs: number;
  readOnly: boolean;
  /** The names of the questions that were answered with yes. */
  yes: ReadonlySet<string>;
}

/** Whether the database can be written to, what time it is there, and whatever else is asked by name. */
export async function observeDatabase(
  db: Kysely<Tables>,
  questions: Record<string, RawBuilder<boolean>> = {},
): Promise<Observation> {
  const answers = Object.entries(questions).map(
    ([name, question]) => sql`case when ${question} then ${name}::text end`,
  );
  const query = sql<{ at: Date; read_only: boolean; yes: (string | null)[] }>`
    select clock_timestamp() as at, current_setting('transaction_read_only') = 'on' as read_only,
      array[${sql.join([sql`null`, ...answers])}]::text[] as yes`;
  const askedMs = performance.now();
  const [row] = await prepared(db, query.compile(db));
  const answeredMs = performance.now();
  if (row === undefined) throw new Error('A statement that always has a row had none');
  const yes = new Set(row.yes.filter((name) => name !== null));
  return { at: row.at, askedMs, answeredMs, readOnly: row.read_only, yes };
}
