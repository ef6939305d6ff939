import { sql, type RawBuilder } from 'kysely';

/** Answers are counted by the first of these that they did not take longer than, in ms. */
export const LATENCY_BOUNDS_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const;

export type LatencyColumn = `to_${(typeof LATENCY_BOUNDS_MS)[number]}_ms`;

export const LATENCY_COLUMNS = LATENCY_BOUNDS_MS.map((ms): LatencyColumn => `to_${ms}_ms`);

/** The columns' names, for a statement that writes or adds them up. */
export const LATENCY_NAMES = sql.join(LATENCY_COLUMNS.map((name) => sql.ref(name)));

export const LATENCY_SUMS = sql.join(
  LATENCY_COLUMNS.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`),
);

/** Counts of what a column says in ms, null where it says nothing. */
export function latencyCounts(ms: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    LATENCY_BOUNDS_MS.map((bound, index) => {
      const above = LATENCY_BOUNDS_MS[index - 1] ?? -1;
      return sql`count(*) filter (where ${ms} > ${sql.lit(above)} and ${ms} <= ${sql.lit(bound)})`;
    }),
  );
}
