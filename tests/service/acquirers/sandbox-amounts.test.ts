/** Tests the table of amounts in docs/guides/testing.md, which choose outcomes without special cards. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargedBySandbox, withoutWaiting } from '../../support/acquirers/acquirer-doubles.ts';
import { PROJECT } from '../../support/documents.ts';
import {
  attemptOf,
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
  payoutWhen,
} from '../../support/orders/orders.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const clock = frozenClock();
let running: RunningService;

const HOUR_MS = 3_600_000;

/** The status at once and after 100 hours, and the acquirer's message. */
type Outcome = [atOnce: string, later?: string, message?: string];

const PAID: Outcome = ['SUCCESS', 'SUCCESS'];
const REFUSED: Outcome = ['FAILED', 'FAILED', 'destination refused'];

/** For each amount of the table: an example, and the outcomes of a payin and a payout. */
const TABLE: Record<string, { amount: number; payin: Outcome; payout: Outcome }> = {
  '101.02': { amount: 101.02, payin: ['CREATED', 'CLOSED', 'do not honor'], payout: REFUSED },
  '101.95': { amount: 101.95, payin: ['CREATED', 'CLOSED', 'insufficient funds'], payout: PAID },
  '101.27': {
    amount: 101.27,
    payin: ['CREATED', 'CLOSED', 'incorrect security code'],
    payout: PAID,
  },
  '101.69': { amount: 101.69, payin: ['CREATED', 'CLOSED', 'expired card'], payout: PAID },
  '101.79': { amount: 101.79, payin: ['FAILED', 'FAILED', 'stolen card'], payout: PAID },
  '101.20': { amount: 101.2, payin: ['PROCESS_PENDING', 'CLOSED'], payout: PAID },
  '101.77': later(101.77, 'SUCCESS', 'SUCCESS'),
  '101.19': later(101.19, 'SUCCESS', 'SUCCESS'),
  '101.41': later(101.41, 'CLOSED', 'FAILED'),
  '102.SS': later(102.99, 'SUCCESS', 'SUCCESS'),
  '103.SS': later(103.01, 'CLOSED', 'FAILED'),
  '104.HH': later(104.99, 'SUCCESS', 'SUCCESS'),
  '105.HH': later(105.01, 'CLOSED', 'FAILED'),
};

function later(amount: number, payin: string, payout: string) {
  const pending = (status: string): Outcome => ['PROCESS_PENDING', status];
  return { amount, payin: pending(payin), payout: pending(payout) };
}

const ROWS = Object.entries(TABLE);
/** The amount for which the sandbox takes the payment and never answers. */
const SILENT = 101.19;

async function pay(amount: number, cardNumber?: string) {
  const { id } = await createdPayin(running, { amount });
  const card = cardNumber === undefined ? {} : { card_number: cardNumber };
  expect(await running.client.submitCardData(cardDataBody(id, card))).toMatchObject({ ok: true });
  return id;
}

async function makeOrders(amount: number) {
  return {
    payin: await pay(amount),
    payout: (await createdPayout(running, { amount })).id,
  };
}

async function makeSilentOrders() {
  const made = await withoutWaiting(running, () => makeOrders(SILENT));
  await chargedBySandbox(running, made.payin);
  await paidBySandbox(running, made.payout);
  return made;
}

describe('an amount in the sandbox', () => {
  beforeAll(async () => {
    running = await startService({ now: clock.now });
  });
  afterAll(() => running.close());

  it('is documented', () => {
    const guide = readFileSync(join(PROJECT, 'docs/guides/testing.md'), 'utf8');
    const documented = [...guide.matchAll(/^\| (10[1-5]\.\w\w) +\|/gm)].map(([, amount]) => amount);
    expect(documented).toEqual(Object.keys(TABLE));
  });

  it('is overridden by a test card, and has no effect one hundredth off the table', async () => {
    const declined = await pay(102.07, '4000000000009979');
    expect(await payinWhen(running, declined, () => true)).toMatchObject({ status: 'FAILED' });
    for (const amount of [100.99, 101.01, 101.03, 102, 106]) {
      const id = await pay(amount);
      expect(await payinWhen(running, id, () => true)).toMatchObject({ amount, status: 'SUCCESS' });
    }
  });

  it('chooses the outcome, at once and later', async () => {
    const silent = await makeSilentOrders();
    const made = await Promise.all(
      ROWS.map(async ([, { amount, ...outcomes }]) => ({
        outcomes,
        ids: amount === SILENT ? silent : await makeOrders(amount),
      })),
    );
    const evaluate = (step: 0 | 1) =>
      Promise.all(
        made.flatMap(({ ids, outcomes }) => [
          evaluated(outcomes.payin, step, (isDone) => payinWhen(running, ids.payin, isDone)),
          evaluated(outcomes.payout, step, (isDone) => payoutWhen(running, ids.payout, isDone)),
        ]),
      );
    await evaluate(0);
    clock.advance(100 * HOUR_MS);
    await evaluate(1);
  });
});

interface Seen {
  status: string;
  provider_error_message?: string | undefined;
}

async function evaluated<Order extends Seen>(
  [atOnce, finally_, message]: Outcome,
  step: 0 | 1,
  read: (isDone: (order: Order) => boolean) => Promise<Order>,
): Promise<void> {
  const status = step === 0 ? atOnce : finally_;
  const order = await read((each) => each.status === status);
  const said = message !== undefined && { provider_error_message: message };
  expect(order).toMatchObject({ status, ...said });
}

/** Waits until the sandbox has paid a payout, whatever the amount. */
async function paidBySandbox({ db }: Pick<RunningService, 'db'>, payoutId: string): Promise<void> {
  const id = await attemptOf({ db }, 'payout', payoutId);
  const paid = () => sql`select from sandbox.payouts where attempt_id = ${id}`.execute(db);
  await expect.poll(async () => (await paid()).rows.length).toBe(1);
}
