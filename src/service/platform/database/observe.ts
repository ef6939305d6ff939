import { sql, type RawBuilder } from 'kysely';
import { BY_TEXT, statement } from './statement.ts';
import type { Db } from './schema.ts';

/** The answer to one cheap statement about the state of the database. */
export interface Observation {
  /** The database's clock, read between the two readings of our monotonic one. */
  at: Date;
  askedMs: number;
  answeredMs: number;
  readOnly: boolean;
  /** The names of the questions that were answered with yes. */
  yes: ReadonlySet<string>;
}

export type Questions = Record<string, RawBuilder<boolean>>;

/** @param now the time that the questions are about */
export type Observe = (db: Db, now: Date) => Promise<Observation>;

interface Row {
  at: Date;
  read_only: boolean;
  yes: (string | null)[];
}

/**
 * Builds a statement that asks whether the database takes writes, what time it is there, and further questions by name.
 * It is compiled once, because each process asks every second.
 */
export function observing(questionsAt: (now: RawBuilder<Date>) => Questions): Observe {
  const answers = Object.entries(questionsAt(sql.ref<Date>('clock.now'))).map(
    ([name, question]) => sql`case when ${question} then ${sql.lit(name)} end`,
  );
  const ask = statement<{ now: Date }, Row>(BY_TEXT, (compiler, slot) =>
    sql<Row>`
      select clock_timestamp() as at, current_setting('transaction_read_only') = 'on' as read_only,
        array[${sql.join([sql`null`, ...answers])}]::text[] as yes
      from (select ${slot('now')}::timestamptz as now) clock`.compile(compiler),
  );
  return async (db, now) => {
    const askedMs = performance.now();
    const [row] = await ask(db, { now });
    const answeredMs = performance.now();
    if (row === undefined) throw new Error('A statement that always has a row had none');
    const yes = new Set(row.yes.filter((name) => name !== null));
    return { at: row.at, askedMs, answeredMs, readOnly: row.read_only, yes };
  };
}

/** Asks the database once. The questions are about no time but the database's own. */
export async function observeDatabase(db: Db, questions: Questions = {}): Promise<Observation> {
  return observing(() => questions)(db, new Date(0));
}
