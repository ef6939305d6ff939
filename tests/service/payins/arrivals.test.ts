import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { notifyOfArrivals, type BankDeps } from '#service/sandbox/bank.ts';
import { payinWhen } from '../../support/orders/orders.ts';
import { begin, createdTransfer } from '../../support/orders/transfers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

const HOUR_MS = 3_600_000;

describe('the recurring work of the sandbox’s bank', () => {
  it('leaves an arrival to the request that sends it, and else notifies of it', async () => {
    const attemptId = await sentForAnHour();
    const sending = bankIn2Hours(new Set([attemptId]));
    expect(await notifyOfArrivals(sending)).toBe(0);
    expect(await notifyOfArrivals(bankIn2Hours(new Set()))).toBe(1);
    expect(await notifyOfArrivals(bankIn2Hours(new Set()))).toBe(0);
  });
});

/** Schedules an arrival in an hour, so that the service's recurring work does not handle it. */
async function sentForAnHour(): Promise<string> {
  const { id } = await createdTransfer(running, 'P2P');
  await begin(running, id, { source: 'P2P' });
  await payinWhen(running, id, 'PROCESS_PENDING');
  const { rows } = await sql<{ attempt_id: string }>`
    insert into sandbox.receipts (reference, attempt_id, order_id, amount_minor, sent_at, arrives_at)
    select gen_random_uuid(), attempt_id, order_id, amount_minor, created_at,
      now() + interval '1 hour'
    from sandbox.transfers where order_id = ${id}
    returning attempt_id`.execute(running.db);
  return rows[0]?.attempt_id ?? '';
}

function bankIn2Hours(sending: Set<string>): BankDeps {
  return {
    db: running.db.$extendTables(),
    now: () => new Date(running.context.now().getTime() + 2 * HOUR_MS),
    returnUrl: (orderId) => orderId,
    context: running.context,
    sending,
  };
}
