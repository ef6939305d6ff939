import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listConditions } from '#service/operator/conditions.ts';
import { raiseOnce } from '#service/orders/exception-queue.ts';
import { toldOf } from '../../support/orders/disputes.ts';
import { createdPayin, paidPayin } from '../../support/orders/orders.ts';
import { attentionOf } from '../../support/process/operator-answers.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const MINUTE_MS = 60_000;
const OPENED = { terminalId: '', state: 'open', openSinceMs: 0 } as const;

const running = serviceForTests({ spoilsLedger: true });
let order: string;

beforeAll(async () => {
  order = (await createdPayin(running)).id;
});

function ago(minutes: number) {
  return new Date(Date.now() - minutes * MINUTE_MS);
}

async function conditions(scope?: { merchantId: string }) {
  return (await listConditions(running.context, scope)).map(({ kind, subject }) => [kind, subject]);
}

/** Adds an attempt whose next status inquiry is far off, so that no sweep is late with it. */
async function addAttempt(madeMinutesAgo: number): Promise<void> {
  await running.db
    .insertInto('payin_attempts')
    .values({
      id: randomUUID(),
      payin_id: order,
      terminal_id: randomUUID(),
      route_id: randomUUID(),
      card_fingerprint: Buffer.from('x'),
      next_inquiry_at: ago(-600),
      created_at: ago(madeMinutesAgo),
    })
    .execute();
}

async function addEvent(state: 'failed' | 'no_destination'): Promise<void> {
  await running.db
    .insertInto('webhook_events')
    .values({
      id: randomUUID(),
      merchant_id: running.sandbox.merchant_id,
      direction: 'payin',
      group_id: randomUUID(),
      order_ids: [order],
      body: '{}',
      state,
      destination_source: 'merchant',
      destination_url: 'https://shop.example:8443/hook',
      created_at: ago(90),
      ended_at: ago(30),
    })
    .execute();
}

describe('attention conditions', () => {
  it('are empty when all is well', async () => {
    await addAttempt(30);
    await addEvent('no_destination');
    expect(await running.operator('attention conditions')).toEqual({ status: 200, body: [] });
  });

  it('include attempts unknown for an hour, and abandoned deliveries by host', async () => {
    await addAttempt(61);
    await addEvent('failed');
    await addEvent('failed');
    const found = [
      ['attempt_unknown', order],
      ['delivery_given_up', 'shop.example:8443'],
    ];
    expect(await conditions()).toEqual(found);
    expect(await conditions({ merchantId: running.sandbox.merchant_id })).toEqual(found);
    expect(await conditions({ merchantId: randomUUID() })).toEqual([]);
  });

  it('include disputes overdue or due within three days, until they are answered', async () => {
    const inHours = (hours: number) => ago(-60 * hours);
    const payins = [await paidPayin(running), await paidPayin(running), await paidPayin(running)];
    for (const [index, hours] of [-1, 71, 73].entries())
      await toldOf(running, payins[index]?.id ?? '', 'charged_back', { answerBy: inHours(hours) });
    const due = async (scope?: { merchantId: string }) =>
      (await conditions(scope)).flatMap(([kind, payin]) => (kind === 'dispute_due' ? payin : []));
    const [overdue, soon] = payins.map(({ id }) => id);
    expect((await due()).toSorted()).toEqual([overdue, soon].toSorted());
    const said = await listConditions(running.context, undefined);
    const named = /^A dispute of \d+\.\d\d EUR of Paper & Pen must be answered within three days$/;
    expect(said).toContainEqual(
      expect.objectContaining({ title: expect.stringMatching(named) as string }),
    );
    expect(await due({ merchantId: running.sandbox.merchant_id })).toHaveLength(2);
    expect(await due({ merchantId: randomUUID() })).toEqual([]);
    expect(valueOf(await scrape(running), 'tollgate_disputes_due')).toBe(2);
    await toldOf(running, soon ?? '', 'answered');
    await toldOf(running, overdue ?? '', 'lost');
    expect(await due()).toEqual([]);
    expect(valueOf(await scrape(running), 'tollgate_disputes_due')).toBe(0);
  });

  it('include open circuits', async () => {
    const { id } = await running.db.selectFrom('terminals').select('id').executeTakeFirstOrThrow();
    const circuits = () => [{ ...OPENED, terminalId: id, name: 'sandbox' }];
    const terminals = { ...running.context.terminals, circuits };
    const listed = await listConditions({ ...running.context, terminals });
    expect(listed[0]).toMatchObject({
      kind: 'circuit_open',
      severity: 'page',
      subject: 'sandbox',
      title: 'sandbox fails: payments take other routes, or are refused',
      path: '/terminals/sandbox',
    });
    // The command line prints members in their order.
    expect(Object.keys(listed[0] ?? {}).slice(0, 2)).toEqual(['title', 'detail']);
  });

  it("include the last ledger check's findings, until a check finds nothing", async () => {
    const add = (minor: bigint) =>
      sql`update gate_accounts set available_minor = available_minor + ${minor}`.execute(
        running.db,
      );
    await add(1n);
    await running.operator('ledger check');
    const kinds = async () => (await conditions()).map(([kind]) => kind);
    expect(await kinds()).toContain('ledger_finding');
    await add(-1n);
    expect(await kinds()).toContain('ledger_finding');
    await running.operator('ledger check');
    expect(await kinds()).not.toContain('ledger_finding');
  });

  it('include recurring work with rows long overdue', async () => {
    const insert = (payin: string, minutes: number) =>
      running.db
        .insertInto('quarantined_rows')
        .values({
          work: 'expire-payins',
          row_id: payin,
          failures: 1,
          error: 'Error',
          retry_at: ago(-60),
          first_failed_at: ago(minutes),
          last_failed_at: ago(minutes),
        })
        .execute();
    // Quarantined, so that the sweep skips the row; being late, it still shows.
    await insert(order, 10);
    await sql`update payins set expires_at = ${ago(10)} where id = ${order}`.execute(running.db);
    expect(await conditions()).toContainEqual(['recurring_work_late', 'expire-payins']);
  });
});

it('the exception queue takes a state of the deployment again once its entry was resolved', async () => {
  const raise = () => raiseOnce(running.context, 'clock_differs', 'A clock is 45 s ahead.');
  const ids = async () =>
    (await attentionOf(running)).flatMap(({ id, kind }) => (kind === 'clock_differs' ? [id] : []));
  for (const time of ['first', 'second']) {
    await raise();
    await raise();
    const [id, ...others] = await ids();
    expect([id, others], time).toEqual([expect.any(String), []]);
    await running.operator('attention resolve', { id });
  }
});
