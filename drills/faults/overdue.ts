import { setTimeout as sleep } from 'node:timers/promises';
import { onServer } from '../../tests/support/database/postgres-connection.ts';

/** The number of rows, by kind of work, that were due at a moment and are not handled yet. */
export type Overdue = Record<string, number>;

const STATEMENT = `
  select
    (select count(*) from payins where status = 'CREATED' and expires_at <= $1)::int as expiry,
    (select count(*) from payin_attempts where outcome is null and next_inquiry_at <= $1)::int
      as attempts,
    (select count(*) from payout_attempts where outcome is null and next_inquiry_at <= $1)::int
      as payout_attempts,
    (select count(*) from retentions where released_at is null and due_at <= $1)::int as releases,
    (select count(*) from webhook_events where state = 'pending' and created_at <= $1)::int
      as webhooks`;

const POLL_MS = 250;
/** After this long the service counts as not recovered. */
const PATIENCE_MS = 60_000;

export interface Recovery {
  seconds: number;
  /** What was still not handled when the wait ended. */
  left: Overdue;
}

/** Waits until everything that is due now has been handled. */
export async function untilHandled(url: string): Promise<Recovery> {
  const startedMs = performance.now();
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    const at = rows[0]?.at;
    for (;;) {
      const { rows: counted } = await client.query<Overdue>(STATEMENT, [at]);
      const left = counted[0] ?? {};
      const elapsedMs = performance.now() - startedMs;
      const isDone = Object.values(left).every((count) => count === 0);
      if (isDone || elapsedMs > PATIENCE_MS) return { seconds: elapsedMs / 1_000, left };
      await sleep(POLL_MS);
    }
  });
}

/** Returns the ids of the webhooks that the service has recorded as delivered to a receiver. */
export async function deliveredWebhooks(url: string, receiverUrl: string): Promise<string[]> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from webhook_events where state = 'delivered' and destination_url = $1`,
      [receiverUrl],
    );
    return rows.map(({ id }) => id);
  });
}
