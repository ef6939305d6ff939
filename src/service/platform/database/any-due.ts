import { sql, type RawBuilder } from 'kysely';
import type { QueryTime } from './query-time.ts';

interface Waiting {
  from: RawBuilder<unknown>;
  /** When a row is due: the first column of an index of those that wait. */
  at: RawBuilder<unknown>;
  /** What else holds of them. */
  where?: RawBuilder<unknown>;
}

/**
 * Whether any row is due, by the first entry of the index. Asked only whether there is one, the planner would take a
 * third of all rows to be due by a time that it does not know, and look for one from the table's beginning: past all that
 * waits, and all that ever did.
 */
export function isAnyDue({ from, at, where }: Waiting, now: QueryTime): RawBuilder<boolean> {
  const isDue = sql`${at} <= ${now}::timestamptz`;
  const conditions = sql.join(where === undefined ? [isDue] : [isDue, where], sql` and `);
  return sql<boolean>`(
    select ${at} from ${from} where ${conditions} order by ${at} limit 1) is not null`;
}
