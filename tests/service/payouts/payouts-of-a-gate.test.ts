// @module-tag both-engines
/** Concurrent payouts of one gate are debited together. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transfer } from '#domain/ledger/posting.ts';
import { moveMoney } from '#service/ledger/accounts.ts';
import { post } from '#service/ledger/post.ts';
import { payoutCreation, type PayoutCreation } from '#service/payouts/statements.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { acquireBy } from '../../support/acquirers/acquirer-doubles.ts';
import { watchStatements } from '../../support/database/watch-statements.ts';
import { gateBalance, payoutBody, TRON_ADDRESS } from '../../support/orders/orders.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});
afterAll(async () => {
  const { body } = await running.operator('ledger check');
  expect(body).toMatchObject({ ok: true, findings: [] });
  await running.close();
});

/** Holds `count` requests until all are there, then creates their payouts together. @returns them in that order */
function together(context: ServiceContext, count: number): PayoutCreation[] {
  const { batches } = context;
  const inputs: PayoutCreation[] = [];
  const { promise: all, resolve } = Promise.withResolvers<undefined>();
  const rows = all.then(() => payoutCreation(context.db, inputs));
  context.batches = {
    async run(statement, input, queue) {
      if (!Object.is(statement, payoutCreation)) return batches.run(statement, input, queue);
      const place = inputs.push(input as unknown as PayoutCreation) - 1;
      if (inputs.length === count) {
        context.batches = batches;
        resolve(undefined);
      }
      return (await rows)[place] as never;
    },
  };
  return inputs;
}

// On PGlite no transaction can lock an account while others run.
describe.runIf(process.env['TEST_ENGINE'] === 'postgres')('a gate whose account is locked', () => {
  it('delays only its own payouts, which then share a statement', async () => {
    acquireBy(running, 'payouts', {
      pay: () => Promise.resolve({ outcome: 'paid', reference: 'r' }),
    });
    const creations: string[] = [];
    const stop = watchStatements((text) => {
      const [name] = /create_payout_\d+/.exec(text) ?? [];
      if (name !== undefined) creations.push(name);
    });
    const { promise: enough, resolve: release } = Promise.withResolvers<undefined>();
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<undefined>();
    const holding = running.db.transaction().execute(async (trx) => {
      await sql`select from gate_accounts where currency = 'EUR' for update`.execute(trx);
      isLocked(undefined);
      await enough;
    });
    await locked;
    const waiting = Array.from({ length: 17 }, () =>
      running.client.createPayout(payoutBody(running, { amount: 1 })),
    );
    const other = await running.client.createPayout(
      payoutBody(running, {
        method: 'payout_crypto_usdt',
        currency: 'USDT_TRON',
        amount: 1,
        destination_account: TRON_ADDRESS,
      }),
    );
    stop();
    release(undefined);
    expect(other).toMatchObject({ ok: true, value: { status: 'SUCCESS' } });
    // At most one has requested the account's lock: the others wait in this process, not for connections.
    expect(creations.length).toBeLessThanOrEqual(2);
    await holding;
    const answers = await Promise.all(waiting);
    const statuses = answers.map((answer) => (answer.ok ? answer.value.status : answer.cause));
    expect(statuses).toEqual(waiting.map(() => 'SUCCESS'));
  });
});

/** The sessions that wait for the transaction that runs this query. */
const WAITING = sql`select distinct pid from pg_locks
  where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;

describe.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a payout that waits for the money',
  () => {
    it('takes money that arrived after it began to wait', async () => {
      acquireBy(running, 'payouts', {
        pay: () => Promise.resolve({ outcome: 'paid', reference: 'r' }),
      });
      const { db } = running;
      const { gate_id: gateId } = await db
        .selectFrom('gate_accounts')
        .select('gate_id')
        .where('currency', '=', 'EUR')
        .executeTakeFirstOrThrow();
      const { available_balance: available } = await gateBalance(running.client, 'EUR');
      const all = {
        gateId,
        currency: 'EUR',
        amountMinor: BigInt(Math.round(available * 100)),
      } as const;
      expect(await moveMoney(running.context, { ...all, to: 'wallet' })).toBe('posted');
      const { promise: paying, resolve } =
        Promise.withResolvers<ReturnType<typeof running.client.createPayout>>();
      await db.transaction().execute(async (trx) => {
        const back = transfer(
          { kind: 'wallet', merchantId: running.sandbox.merchant_id },
          { kind: 'available', gateId },
          all,
        );
        expect(await post(trx, back, { orderId: null, at: new Date() })).toBe('posted');
        resolve(running.client.createPayout(payoutBody(running, { amount: 1 })));
        await expect.poll(async () => (await WAITING.execute(trx)).rows.length).toBe(1);
      });
      expect(await paying).toMatchObject({ ok: true, value: { status: 'SUCCESS' } });
      const after = await gateBalance(running.client, 'EUR');
      // The fee is 1 % plus 0.25.
      expect(Math.round((available - after.available_balance) * 100)).toBe(126);
    });
  },
);

describe('payouts created together', () => {
  it('are granted in order, exactly those that the ones before leave money for', async () => {
    acquireBy(running, 'payouts', {
      pay: () => Promise.resolve({ outcome: 'refused', reference: 'r', message: 'no' }),
    });
    const { available_balance: available } = await gateBalance(running.client, 'EUR');
    // Batch sizes.
    const amounts = fc
      .constantFrom(2, 4, 8, 16)
      .chain((count) =>
        fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: count, maxLength: count }),
      );
    await fc.assert(
      fc.asyncProperty(amounts, async (each) => {
        const inputs = together(running.context, each.length);
        const answers = await Promise.all(
          each.map((amount) => running.client.createPayout(payoutBody(running, { amount }))),
        );
        const insufficient = new Set(
          answers
            .flatMap((answer) => (answer.ok ? [answer.value] : []))
            .filter(({ resolution_code: code }) => code === 'BALANCE_INSUFFICIENT')
            .map(({ reference_id: reference }) => reference),
        );
        let left = BigInt(Math.round(available * 100));
        const expected = inputs.filter(({ cost }) => {
          if (cost > left) return true;
          left -= cost;
          return false;
        });
        expect(answers.every(({ ok }) => ok)).toBe(true);
        expect(insufficient).toEqual(new Set(expected.map((input) => input.reference_id)));
      }),
      { numRuns: 10 },
    );
    // All were refused by the acquirer, so the reserves are available again.
    const after = await gateBalance(running.client, 'EUR');
    expect(after).toMatchObject({ available_balance: available, hold_balance: 0 });
  });

  it('are refused individually for their reference or settings, without cost to the others', async () => {
    acquireBy(running, 'payouts', {
      pay: () => Promise.resolve({ outcome: 'paid', reference: 'r' }),
    });
    const { available_balance: available } = await gateBalance(running.client, 'EUR');
    const body = payoutBody(running, { amount: 100 });
    // All that the first leaves, with a fee of 1 % plus 0.25: too much if the repeated second were counted.
    const rest = Math.floor((available - 101.25 - 0.25) / 1.01);
    together(running.context, 3);
    const answers = await Promise.all(
      [body, body, payoutBody(running, { amount: rest })].map((each) =>
        running.client.createPayout(each),
      ),
    );
    const [first, second, third] = answers.map((answer) => (answer.ok ? answer.value : undefined));
    expect(second?.id).toBe(first?.id);
    expect(third).toMatchObject({ status: 'SUCCESS' });
  });
});
