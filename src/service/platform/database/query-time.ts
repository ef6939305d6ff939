import { sql, type RawBuilder } from 'kysely';

/** A time of the service's clock, or a place in a statement for one that differs from run to run. */
export type QueryTime = Date | RawBuilder<Date>;

const MS_PER_SECOND = 1_000;

/** @param ms negative for what was before */
export function after(time: QueryTime, ms: number): RawBuilder<Date> {
  return sql`(${time}::timestamptz + make_interval(secs => ${sql.lit(ms / MS_PER_SECOND)}))`;
}
