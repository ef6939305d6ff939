/** Rates, funnel and reasons of the overview, compared with the same figures computed order by order. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { overviewAnswer, type Overview } from '#service/operator/overview/answer.ts';
import { share, type Grouping } from '#service/operator/overview/conversion.ts';
import { FUNNEL_STEPS, recountConversion } from '#service/counters/conversion.ts';
import { commandAs, newPerson } from '../../support/operator/people.ts';
import { createdPayin } from '../../support/orders/orders.ts';
import { createRandom } from '../../simulation/random.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const NOW = new Date('2026-03-01T22:30:00.000Z');
const HOUR_MS = 3_600_000;
const ORDERS = 400;

const running = serviceForTests({ now: frozenClock(NOW).now });

interface MadeAttempt {
  terminal: string;
  outcome: 'approved' | 'soft_decline' | 'hard_decline' | 'never_seen' | 'not_taken' | null;
  reason: string | null;
  challenged: boolean;
}

interface MadeOrder {
  hoursAgo: number;
  merchant: string;
  brand: string;
  status: 'CREATED' | 'SUCCESS' | 'FAILED' | 'CLOSED';
  code: string | null;
  minor: number;
  refusedByLimit: boolean;
  attempts: MadeAttempt[];
}

let orders: MadeOrder[];
let terminals: string[];

/** Any mix of outcomes: the figures must be right for those that the service would not make, too. */
function anyOrder(random: () => number): MadeOrder {
  const of = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const attempts = Array.from({ length: of([0, 0, 1, 1, 1, 2, 3]) }, (): MadeAttempt => {
    const outcome = of([
      'approved',
      'soft_decline',
      'hard_decline',
      'never_seen',
      'not_taken',
      null,
    ] as const);
    const isDecline = outcome === 'soft_decline' || outcome === 'hard_decline';
    return {
      terminal: of(terminals),
      outcome,
      reason: isDecline ? of(['expired_card', 'insufficient_funds', null]) : null,
      challenged: random() < 0.3,
    };
  });
  const status = of(['CREATED', 'SUCCESS', 'FAILED', 'CLOSED'] as const);
  const codes = {
    CREATED: [null],
    SUCCESS: [null],
    FAILED: ['ORDER_CANNOT_BE_PROCESSED', 'ACCESS_DENIED'],
    CLOSED: ['WORKFLOW_EXECUTION_SKIPPED'],
  } as const;
  return {
    hoursAgo: of([0, 1, 2, 30]),
    merchant: of([running.sandbox.merchant_id, running.sandbox.other_merchant.merchant_id]),
    brand: of(['visa', 'mastercard']),
    status,
    code: of<string | null>(codes[status]),
    minor: 100 + Math.floor(random() * 10_000),
    refusedByLimit: attempts.length === 0 && random() < 0.3,
    attempts,
  };
}

beforeAll(async () => {
  const { id: pattern } = await createdPayin(running);
  const { rows } = await sql<{
    id: string;
  }>`select id from terminals order by name limit 2`.execute(running.db);
  terminals = rows.map(({ id }) => id);
  const random = createRandom(7).next;
  orders = Array.from({ length: ORDERS }, () => anyOrder(random));
  for (const [index, order] of orders.entries()) await insert(order, { pattern, index });
  await sql`delete from payins where id = ${pattern}`.execute(running.db);
  const hour = Math.floor(NOW.getTime() / HOUR_MS);
  await recountConversion(
    running.db,
    [...new Set(orders.map(({ hoursAgo }) => hoursAgo))].map((ago) => hour - ago),
  );
});

/** The orders have no ledger, which is verified after each file. */
afterAll(async () => {
  await sql`delete from refused_card_requests`.execute(running.db);
  await sql`delete from payin_attempts`.execute(running.db);
  await sql`delete from payins`.execute(running.db);
});

async function insert(order: MadeOrder, { pattern, index }: { pattern: string; index: number }) {
  const id = randomUUID();
  const at = new Date(NOW.getTime() - order.hoursAgo * HOUR_MS);
  await sql`insert into payins select (jsonb_populate_record(pattern, ${JSON.stringify({
    id,
    group_id: id,
    seq_id: 1_000_000 + index,
    reference_id: id,
    merchant_id: order.merchant,
    terminal_id: order.attempts.at(-1)?.terminal ?? null,
    card_brand: order.brand,
    status: order.status,
    resolution_code: order.code,
    amount_minor: order.minor,
    created_at: at,
  })}::jsonb)).* from payins pattern where id = ${pattern}`.execute(running.db);
  for (const [turn, attempt] of order.attempts.entries()) {
    const made = new Date(at.getTime() + turn * 1000);
    await running.db
      .insertInto('payin_attempts')
      .values({
        id: randomUUID(),
        payin_id: id,
        terminal_id: attempt.terminal,
        route_id: randomUUID(),
        outcome: attempt.outcome,
        decline_reason: attempt.reason as null,
        challenged_at: attempt.challenged ? made : null,
        created_at: made,
        settled_at: attempt.outcome === null ? null : made,
      })
      .execute();
  }
  if (order.refusedByLimit) {
    await running.db
      .insertInto('refused_card_requests')
      .values({ payin_id: id, request_hash: Buffer.alloc(1) })
      .execute();
  }
}

const isJudged = ({ outcome }: MadeAttempt) =>
  outcome === 'approved' || outcome === 'soft_decline' || outcome === 'hard_decline';
const isApproved = ({ outcome }: MadeAttempt) => outcome === 'approved';

function reasonOf({ status, code, attempts }: MadeOrder): string {
  if (status === 'CREATED' || status === 'SUCCESS') return '';
  const decline = attempts.findLast((attempt) => isJudged(attempt) && !isApproved(attempt));
  return code === 'ACCESS_DENIED' || decline === undefined
    ? (code ?? '')
    : (decline.reason ?? 'other');
}

/** The figures of some orders; by terminal, those of the orders' last and of the attempts' own terminal. */
function figures(some: readonly MadeOrder[], terminal?: string) {
  const ended = some.filter(
    ({ attempts }) => terminal === undefined || attempts.at(-1)?.terminal === terminal,
  );
  const count = (is: (order: MadeOrder) => boolean) => ended.filter(is).length;
  const judged = some.map(({ attempts }) => attempts.filter(isJudged));
  const own = (attempts: (MadeAttempt | undefined)[]) =>
    attempts.filter((one) => one !== undefined && [undefined, one.terminal].includes(terminal));
  const all = own(judged.flat());
  const first = own(judged.map(([one]) => one));
  const ratio = (part: number, whole: number) => share(BigInt(part), BigInt(whole));
  const approvedOf = (attempts: typeof all) => attempts.filter((one) => isApproved(one!)).length;
  const submitted = count(({ attempts, refusedByLimit }) => attempts.length > 0 || refusedByLimit);
  const paid = count(({ status }) => status === 'SUCCESS');
  return {
    rates: {
      authorisation_rate: ratio(approvedOf(all), all.length),
      first_try_authorisation_rate: ratio(approvedOf(first), first.length),
      conversion_of_submitted: ratio(paid, submitted),
      conversion_of_created: ratio(paid, ended.length),
    },
    funnel: {
      created: ended.length,
      submitted,
      challenged: count(({ attempts }) => attempts.some(({ challenged }) => challenged)),
      sent: count(({ attempts }) =>
        attempts.some(({ outcome }) => outcome !== 'not_taken' && outcome !== 'never_seen'),
      ),
      approved: count(
        ({ status, attempts }) => status === 'SUCCESS' || attempts.some((one) => isApproved(one)),
      ),
    },
  };
}

async function overview(input: object): Promise<Overview> {
  const { status, body } = await running.operator('overview show', input);
  expect(status, JSON.stringify(body)).toBe(200);
  return overviewAnswer.parse(body);
}

/** Returns how many orders a search finds, page by page. */
async function found(input: object): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const { status, body } = await running.operator('orders search', {
      ...input,
      direction: 'payin',
      limit: 200,
      ...(after !== undefined && { after }),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const page = foundPage.parse(body);
    count += page.orders.length;
    after = page.next;
  } while (after !== undefined);
  return count;
}

const foundPage = z.object({ orders: z.array(z.unknown()), next: z.string().optional() });

describe('the search finds the orders behind', () => {
  it.each(FUNNEL_STEPS)('the step %s', async (step) => {
    expect(await found({ step })).toBe(figures(orders).funnel[step]);
  });

  it('each reason', async () => {
    const groups = Map.groupBy(orders, reasonOf);
    groups.delete('');
    for (const [reason, own] of groups) expect(await found({ reason })).toBe(own.length);
    expect([...groups.keys()]).toContain('expired_card');
    expect([...groups.keys()]).toContain('WORKFLOW_EXECUTION_SKIPPED');
  });

  it('several statuses, and a brand', async () => {
    const ended = orders.filter(({ status }) => status === 'FAILED' || status === 'CLOSED');
    expect(await found({ status: 'FAILED,CLOSED' })).toBe(ended.length);
    const visa = ended.filter(({ brand }) => brand === 'visa');
    expect(await found({ status: 'FAILED,CLOSED', brand: 'visa' })).toBe(visa.length);
    expect(await running.operator('orders search', { status: 'FAILED,' })).toMatchObject({
      status: 400,
    });
  });
});

describe('the rates', () => {
  it.each([
    ['of the last three hours', { hours: 3 }, 2],
    ['of two days', { days: 2 }, 46],
    ['of thirty days, from the counters of days', { days: 30 }, 720],
  ])('%s are those of the orders created then', async (_period, input, hours) => {
    const { rates, funnel } = await overview(input);
    expect({ rates, funnel }).toEqual(figures(orders.filter(({ hoursAgo }) => hoursAgo <= hours)));
  });

  it('are decimal text with four decimals', async () => {
    const { rates } = await overview({ days: 30 });
    for (const rate of Object.values(rates)) expect(rate).toMatch(/^[01]\.\d{4}$/);
  });

  it.each<[Grouping, (order: MadeOrder) => string]>([
    ['merchant', ({ merchant }) => merchant],
    ['brand', ({ brand }) => brand],
    ['currency', () => 'EUR'],
    ['reason', reasonOf],
  ])('by %s add up the orders that have it', async (by, valueOf) => {
    const { by: rows = [] } = await overview({ days: 30, by });
    const groups = Map.groupBy(orders, valueOf);
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...groups.keys()].toSorted());
    for (const { id, rates, funnel, paid } of rows) {
      const own = groups.get(id) ?? [];
      expect({ id, rates, funnel }).toEqual({ id, ...figures(own) });
      const minor = own.reduce((sum, o) => sum + (o.status === 'SUCCESS' ? o.minor : 0), 0);
      expect(paid.map(({ amount }) => amount)).toEqual(
        minor === 0 ? [] : [(minor / 100).toFixed(2)],
      );
    }
  });

  it('by terminal count an attempt where it was made', async () => {
    const { by: rows = [] } = await overview({ days: 30, by: 'terminal' });
    for (const terminal of terminals) {
      const row = rows.find(({ id }) => id === terminal);
      expect(row).toMatchObject(figures(orders, terminal));
    }
  });

  it('name why orders were not paid: their last decline, before that they were not paid in time', async () => {
    const { unpaid_reasons: reasons } = await overview({ days: 30 });
    const groups = Map.groupBy(orders, reasonOf);
    groups.delete('');
    expect(Object.fromEntries(reasons.map(({ reason, orders: many }) => [reason, many]))).toEqual(
      Object.fromEntries([...groups].map(([reason, own]) => [reason, own.length])),
    );
  });

  it('are null without orders', async () => {
    const { rates, funnel } = await overview({
      from: '2020-01-01T00:00:00Z',
      to: '2020-01-02T00:00:00Z',
    });
    expect(new Set(Object.values(rates))).toEqual(new Set([null]));
    expect(new Set(Object.values(funnel))).toEqual(new Set([0]));
  });

  it('are metrics of the last 24 hours', async () => {
    const { rates, funnel } = await overview({ hours: 24 });
    const text = await scrape(running);
    for (const [rate, value] of Object.entries(rates)) {
      expect(valueOf(text, 'tollgate_payin_rate', { rate })).toBe(Number(value));
    }
    for (const [step, value] of Object.entries(funnel)) {
      expect(valueOf(text, 'tollgate_payin_funnel', { step })).toBe(value);
    }
  });

  it("show a merchant's people their own orders, and not by terminal", async () => {
    const { merchant_id: merchant } = running.sandbox;
    const { cookie } = await newPerson(running, { role: 'merchant', merchant });
    const { body } = await commandAs(running, cookie, 'overview show', {
      days: 30,
      by: 'merchant',
    });
    const { by: rows = [], rates } = overviewAnswer.parse(body);
    const own = figures(orders.filter((order) => order.merchant === merchant));
    expect(rows).toMatchObject([{ id: merchant, ...own }]);
    expect(rates).toEqual(own.rates);
    const refused = await commandAs(running, cookie, 'overview show', { by: 'terminal' });
    expect(refused.status).toBe(404);
  });
});
