// @module-tag both-engines
import { randomUUID } from 'node:crypto';
import { payoutReserve, transfer, type Account } from '#domain/ledger/posting.ts';
import { moveMoney } from '#service/ledger/move-money.ts';
import { post } from '#service/ledger/post.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances, gateBalance } from '../../support/orders/balances.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

let running: RunningService;
let gateId: string;
const at = new Date('2026-03-01T12:00:00.000Z');

beforeAll(async () => {
  running = await startService({ spoilsLedger: true });
  const eur = (await balances(running.client)).find(({ currency }) => currency === 'EUR');
  gateId = eur?.gate_balances[0]?.merchant_gate_id ?? '';
});
afterAll(() => running.close());

const reserve = (amountMinor: bigint, orderId = randomUUID()) => {
  const movement = payoutReserve({ gateId, currency: 'EUR', amountMinor, feeTotalMinor: 0n });
  const { db } = running.context;
  return db.transaction().execute((trx) => post(trx, movement, { orderId, at }));
};

const movements = async () =>
  (await running.context.db.selectFrom('ledger_movements').select('id').execute()).length;

describe('post', () => {
  it('leaves everything as it was where there is not enough', async () => {
    const before = { balance: await gateBalance(running.client, 'EUR'), count: await movements() };
    expect(await reserve(1_000_001n)).toBe('insufficient');
    expect(await gateBalance(running.client, 'EUR')).toEqual(before.balance);
    expect(await movements()).toBe(before.count);
  });

  it('says where an account is missing', async () => {
    const { db } = running.context;
    const nowhere: Account = { kind: 'available', gateId: randomUUID() };
    const movement = transfer({ kind: 'provider_clearing' }, nowhere, {
      currency: 'EUR',
      amountMinor: 1n,
    });
    expect(await post(db, movement, { orderId: null, at })).toBe('no_account');
  });

  it('posts to an order once by each kind of movement, whatever is asked of it', async () => {
    const orderId = randomUUID();
    expect(await reserve(100n, orderId)).toBe('posted');
    await expect(reserve(100n, orderId)).rejects.toThrow('ledger_movements_once');
  });
});

describe('money that is moved both ways at once', () => {
  it('neither deadlocks nor vanishes', async () => {
    const before = (await gateBalance(running.client, 'EUR')).available_balance;
    const move = (to: 'wallet' | 'gate') =>
      moveMoney(running.context, { gateId, to, currency: 'EUR', amountMinor: 100n });
    expect(await move('wallet')).toBe('posted');
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) => move(index % 2 === 0 ? 'wallet' : 'gate')),
    );
    const moved = results.flatMap((result, index) =>
      result === 'posted' ? [index % 2 === 0 ? 1 : -1] : [],
    );
    const inWallet = 1 + moved.reduce<number>((sum, each) => sum + each, 0);
    const eur = (await balances(running.client)).find(({ currency }) => currency === 'EUR');
    expect(eur?.wallet_balance).toBe(inWallet);
    expect(eur?.gate_balances[0]?.available_balance).toBe(before - inWallet);
  });
});
