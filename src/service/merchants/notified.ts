import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';

/** How exact a terminal's `notified_at` is: it is written at most once in this time. */
export const NOTIFIED_PRECISION_MS = 60 * 60_000;

/**
 * Returns a function that records that a verified notification arrived for a terminal. It asks the database once in
 * `NOTIFIED_PRECISION_MS`, not for each notification.
 */
export function createNotifiedRecorder({
  db,
  now,
}: Pick<ServiceContext, 'db' | 'now'>): (terminalId: string) => Promise<void> {
  const recordedMs = new Map<string, number>();
  return async (terminalId) => {
    const at = now();
    const sinceMs = at.getTime() - (recordedMs.get(terminalId) ?? -Infinity);
    if (sinceMs < NOTIFIED_PRECISION_MS) return;
    await recordNotified(db, terminalId, at);
    recordedMs.set(terminalId, at.getTime());
  };
}

/** Records a notification, unless one was recorded within `NOTIFIED_PRECISION_MS`. */
export async function recordNotified(db: Db, terminalId: string, now: Date): Promise<void> {
  await sql`
    update terminals set notified_at = ${now} where id = ${terminalId}
      and coalesce(notified_at, '-infinity') < ${new Date(now.getTime() - NOTIFIED_PRECISION_MS)}`.execute(
    db,
  );
}
