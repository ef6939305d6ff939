import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { cardDataBody, createdPayin } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { sharesSessions } from '../../support/database/suite.ts';

const CONNECTIONS = 2;
const PAYMENTS = 60;
/** PostgreSQL always makes this many custom plans first. */
const PLANNED_ANEW = 5;
/** The number of runs from which a statement that is planned each time stands out. */
const RUNS = 15;

let receiver: Receiver;
let running: RunningService;

beforeAll(async () => {
  receiver = await startReceiver();
  running = await startService({ env: { DATABASE_POOL_SIZE: String(CONNECTIONS) } });
});
afterAll(async () => {
  await running.close();
  await receiver.close();
});

async function pay(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { id } = await createdPayin(running, { callback_url: receiver.url });
    const paid = await running.client.submitCardData(cardDataBody(id));
    expect(paid.ok).toBe(true);
  }
}

interface Planned {
  name: string;
  once: bigint;
  anew: bigint;
}

/** Returns the prepared statements of all request connections. Holds each until the last has been read. */
async function preparedStatements(): Promise<Planned[]> {
  const asked = Promise.withResolvers<undefined>();
  let left = CONNECTIONS;
  const connections = Array.from({ length: CONNECTIONS }, () =>
    running.db.connection().execute(async (db) => {
      const { rows } = await sql<Planned>`
        select name, generic_plans as once, custom_plans as anew from pg_prepared_statements`.execute(
        db,
      );
      left -= 1;
      if (left === 0) asked.resolve(undefined);
      await asked.promise;
      return rows;
    }),
  );
  return (await Promise.all(connections)).flat();
}

/** Whether plans can be tested: a transaction-mode pooler prepares no statements, and PGlite has one session. */
const plans = process.env['TEST_ENGINE'] === 'postgres' && !sharesSessions;

it.runIf(plans)(
  'the statements of a payment are planned a few times, and then use one generic plan',
  async () => {
    await pay(PAYMENTS);
    // The server would do so a minute later.
    await sql`analyze`.execute(running.db);
    await pay(PAYMENTS);
    await expect.poll(() => receiver.received.length).toBe(2 * PAYMENTS);
    const busy = (await preparedStatements()).filter(({ once, anew }) => once + anew >= RUNS);
    expect(new Set(busy.map(({ name }) => name)).size).toBeGreaterThan(3);
    expect(busy.filter(({ anew }) => anew > PLANNED_ANEW)).toEqual([]);
  },
);
