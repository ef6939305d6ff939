import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/** How exact a terminal's `notified_at` is: it is written at most once in this time. */
export const NOTIFIED_PRECISION_MS = 60 * 60_000;

/** Records that a verified notification arrived for a terminal. */
export async function recordNotified(db: Db, terminalId: string, now: Date): Promise<void> {
  await sql`
    update terminals set notified_at = ${now} where id = ${terminalId}
      and coalesce(notified_at, '-infinity') < ${new Date(now.getTime() - NOTIFIED_PRECISION_MS)}`.execute(
    db,
  );
}
