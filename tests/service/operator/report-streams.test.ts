import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { paidPayin } from '../../support/orders/orders.ts';
import { operatorKeyOf } from '../../support/process/operate.ts';
import { askReport } from '../../support/process/reports.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

/** More than the sockets of a client that does not read can hold. */
const ORDERS = 60_000;
const YEAR = { from: '2020-01-01', to: '2020-12-31' };

// The copies have no movements.
const running = serviceForTests({ spoilsLedger: true });

beforeAll(async () => {
  const { id } = await paidPayin(running);
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'payins' and table_schema = current_schema()
      and column_name not in ('id', 'reference_id', 'created_at') and is_generated = 'NEVER'`.execute(
    running.db,
  );
  const rest = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into payins (id, reference_id, created_at, ${rest})
    select gen_random_uuid(), 'copy-' || number, '2020-01-01'::timestamptz + number * interval '1 minute', ${rest}
    from payins, generate_series(1, ${ORDERS}) number where id = ${id}`.execute(
    running.context.longRunning,
  );
});

/** Opens the report of the year, and reads nothing of it yet. */
async function open(merchant?: string): Promise<IncomingMessage> {
  const query = new URLSearchParams({ ...YEAR, ...(merchant !== undefined && { merchant }) });
  const authorization = `Bearer ${await operatorKeyOf(running.dataDirectory)}`;
  const url = `${running.operatorUrl}/api/operator/v1/reports/orders?${query.toString()}`;
  const [answer] = (await once(
    get(url, { headers: { authorization }, agent: false }),
    'response',
  )) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  return answer;
}

const statusOf = async (merchant?: string) => {
  const answer = await askReport(running, 'fees', { ...YEAR, ...(merchant && { merchant }) });
  await answer.arrayBuffer();
  return answer.status;
};

describe('reports under way', () => {
  it('are limited to two for a merchant and four in all, and free their slots when a client leaves', async () => {
    const { merchant_id: merchant, other_merchant: other } = running.sandbox;
    const own = [await open(merchant), await open(merchant)];
    expect(await statusOf(merchant)).toBe(429);
    expect(await statusOf(other.merchant_id)).toBe(200);
    const all = [await open(), await open()];
    expect(await statusOf()).toBe(429);
    expect(await statusOf(other.merchant_id)).toBe(429);
    own[0]?.destroy();
    await expect.poll(() => statusOf(merchant)).toBe(200);
    for (const answer of [...own, ...all]) answer.destroy();
    await expect.poll(() => statusOf()).toBe(200);
  });

  it('hold no transaction, and no connection, while their client does not read', async () => {
    const answer = await open();
    // The service reads on until the socket is full.
    await expect.poll(() => (running.service.engine === 'postgres' ? busySessions() : 0)).toBe(0);
    answer.destroy();
  });

  it('say in the last line that they broke off, with the id of the request', async () => {
    const answer = await open();
    await sql`alter table payins rename to payins_away`.execute(running.db);
    let read = '';
    answer.setEncoding('utf8').on('data', (part: string) => (read += part));
    try {
      await expect(once(answer, 'end')).rejects.toThrow('aborted');
    } finally {
      await sql`alter table payins_away rename to payins`.execute(running.db);
    }
    const requestId = String(answer.headers['x-request-id']);
    expect(read.endsWith(`\n#REPORT_GENERATION_FAILED,${requestId}\n`)).toBe(true);
    expect(read.split('\n').length).toBeGreaterThan(500);
    expect(running.logs()).toContain('A file broke off');
  });

  it('contain every order once, in the order of creation', async () => {
    const answer = await askReport(running, 'orders', YEAR);
    const lines = (await answer.text()).trimEnd().split('\n').slice(1);
    expect(lines.at(-1)).toBe(`#END,${ORDERS}`);
    expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(ORDERS + 1);
  });
});

/** Counts the sessions of this database, besides the one that counts, that run something or are in a transaction. */
async function busySessions(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
      and query like '%payin%'`.execute(running.db);
  return rows[0]?.count ?? -1;
}
