// @module-tag apart
/** For any orders under way and any moves of the test clock, everything happens at its due time, in order. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { cardDataBody, createdPayin, createdPayout } from '../../support/orders/orders.ts';
import { advanceBy, advanceTo } from '../../support/process/advance-clock.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = 30;

/** The waiting time of the sandbox's method `card_eur`, in seconds. */
const WAITING = 30 * MINUTE;
const SETTLEMENT = 2 * DAY;
/** The seconds between the attempts at a webhook (decision 8), without jitter. */
const RETRY_STEPS = [
  5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 57_600, 86_400,
];
/** Work due within a minute is done together at its end. */
const STEP = MINUTE;
/** The longest interval between status inquiries. */
const QUERY = HOUR;
/** The address of a closed port, which refuses at once. */
const NOBODY = 'http://127.0.0.1:9/';

interface Plan {
  does:
    | 'unpaid'
    | 'paid'
    | 'approved later'
    | 'declined later'
    | 'paid out later'
    | 'refused later';
  hours: number;
  receiver: 'confirms' | 'fails' | 'refuses';
}

const plan: fc.Arbitrary<Plan> = fc.record({
  does: fc.constantFrom(
    ...(['unpaid', 'paid', 'approved later', 'declined later'] as const),
    ...(['paid out later', 'refused later'] as const),
  ),
  hours: fc.integer({ min: 1, max: 48 }),
  receiver: fc.constantFrom(...(['confirms', 'fails', 'refuses'] as const)),
});

/** The lengths of the clock's moves, in seconds; the rest of the days comes after the last. */
const pauses = fc.array(fc.integer({ min: 1, max: 8 * DAY }), { maxLength: 4 });

let running: RunningService;
let receiver: Receiver;
let failing: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  failing = await startReceiver((response) => {
    response.writeHead(500).end();
  });
  const { now } = frozenClock();
  running = await startService({ now, webhooks: { random: () => 0.5 } });
  const merchant = running.sandbox.merchant_id;
  await running.operator('webhooks configure', { merchant, payout_url: receiver.url });
  await advanceBy(running.client, 1);
});
afterAll(async () => {
  await running.close();
  await receiver.close();
  await failing.close();
});

it('does all due work at its time, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 5 }),
      pauses,
      async (plans, lengths) => {
        const start = await date();
        const orders = await Promise.all(
          plans.map(async (each) => [await begin(each), each] as const),
        );
        await wait(start, lengths);
        for (const [id, each] of orders) {
          expect(await happened(id, start)).toEqual(expected(each));
        }
        const ids = orders.map(([id]) => id);
        const times = await timesInOrderOfCommits(ids);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 3, endOnFailure: true },
  );
});

async function date(): Promise<number> {
  const read = await running.client.getClock();
  if (!read.ok) throw new Error('The clock was not read');
  return read.value.date;
}

async function wait(start: number, lengths: readonly number[]): Promise<void> {
  const end = start + DAYS * DAY;
  let at = start;
  for (const length of lengths) {
    at = Math.min(at + length, end);
    await advanceTo(running.client, at);
  }
  await advanceTo(running.client, end);
}

/** @returns the order's id */
async function begin({ does, hours, receiver: answering }: Plan): Promise<string> {
  const hundredths = hours / 100;
  if (does === 'paid out later')
    return (await createdPayout(running, { amount: 104 + hundredths })).id;
  if (does === 'refused later')
    return (await createdPayout(running, { amount: 105 + hundredths })).id;
  const whole = { unpaid: 40, paid: 41, 'approved later': 104, 'declined later': 105 }[does];
  const amount = whole >= 100 ? whole + hundredths : whole;
  const callback = { confirms: receiver.url, fails: failing.url, refuses: NOBODY }[answering];
  const { id } = await createdPayin(running, { amount, callback_url: callback });
  if (does !== 'unpaid') await running.client.submitCardData(cardDataBody(id));
  return id;
}

/** An order's history, in seconds after its creation. */
interface Happened {
  status: string;
  ended: unknown;
  held: unknown;
  told: unknown[];
}

/** Matches a time in seconds that is not early and at most `late` seconds late. */
function within(seconds: number, late: number): unknown {
  return expect.toSatisfy(
    (at: number) => at >= seconds && at <= seconds + late,
    `in [${seconds}, ${seconds + late}]`,
  );
}

function expected({ does, hours, receiver: answering }: Plan): Happened {
  const later = within(hours * HOUR, QUERY + STEP);
  const ends: Record<Plan['does'], [status: string, ended: unknown]> = {
    unpaid: ['CLOSED', within(WAITING, STEP)],
    paid: ['SUCCESS', 0],
    'approved later': ['SUCCESS', later],
    // It would await another card, but its waiting time is over.
    'declined later': ['CLOSED', later],
    'paid out later': ['SUCCESS', later],
    'refused later': ['FAILED', later],
  };
  const [status, ended] = ends[does];
  const isPayin = !does.endsWith('out later') && does !== 'refused later';
  const held = isPayin && status === 'SUCCESS' ? within(SETTLEMENT, STEP) : undefined;
  const retries =
    answering === 'confirms' || !isPayin ? [] : RETRY_STEPS.map((step) => within(step, STEP));
  return { status, ended, held, told: [0, ...retries] };
}

interface Row {
  status: string;
  ended: number;
  released: number | null;
  told: number[];
}

async function happened(id: string, start: number): Promise<Happened> {
  const { rows } = await sql<Row>`
    select last.to_status as status, extract(epoch from last.at)::float8 as ended, (
      select extract(epoch from released_at)::float8 from retentions
      where payin_id = ${id} and bucket = 'hold'
    ) as released, array(
      select extract(epoch from started_at)::float8 from webhook_attempts
      join webhook_events event on event.id = event_id
      where ${id} = any (order_ids) order by number
    ) as told
    from order_transitions last where order_id = ${id} order by number desc limit 1`.execute(
    running.db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The order has no transitions');
  const { status, ended, released, told } = row;
  return {
    status,
    ended: ended - start,
    held: released === null ? undefined : released - ended,
    told: told.map((at, index) => at - (told[index - 1] ?? ended)),
  };
}

/**
 * Returns the merchant's times of all visible events, in the order of their transactions; one transaction may record
 * several attempts.
 */
async function timesInOrderOfCommits(ids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select at from (
      select at, xmin from order_transitions where order_id = any (${ids}::uuid[])
      union all select released_at, xmin from retentions
      where payin_id = any (${ids}::uuid[]) and released_at is not null
      union all select started_at, webhook_attempts.xmin from webhook_attempts
      join webhook_events event on event.id = event_id where order_ids && ${ids}::uuid[]
        and error is distinct from 'connection_refused'
    ) as done order by xmin::text::bigint, at`.execute(running.db);
  return rows.map(({ at }) => at.getTime());
}
