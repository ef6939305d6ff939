import { CARD_COMPARISONS_PER_HOUR } from '#service/orders/card-comparisons.ts';
import { describe, expect, it, vi } from 'vitest';
import { addMethod } from '../../support/database/seeds/methods.ts';
import type { PayoutOrder } from '#contract/schemas/payout.ts';
import { blockFingerprint, type BlockedKind } from '#service/orders/fingerprints.ts';
import {
  createdPayout,
  payoutBody,
  payoutWhen,
  TRON_ADDRESS,
} from '../../support/orders/orders.ts';
import { sandboxAcquirer } from '../../support/acquirers/acquirer-doubles.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { dumpRows, tracesIn, tracesOf } from '../../support/traces.ts';

/** The prefix of this test's card numbers. */
const OWN = '4973518265';
const CARD = `${OWN}000006`;
const MASKED = '497351******0006';
const SPELLINGS = [
  CARD,
  '4973 5182 6500 0006',
  '4973\u00a05182\u00a06500\u00a00006',
  '4973.5182.6500.0006',
  '4973-5182-6500-0006',
  toFullWidth(CARD),
  toArabicIndic(CARD),
  `\u200e4973\u200b5182\u200f65000006`,
  `${CARD} Ivan Petrov`,
];

const clock = movedClock();
const running = serviceForTests({ now: clock.now });

function toFullWidth(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

function toArabicIndic(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
}

const p2p = { method: 'payout_split_eur', amount: 3 };
const crypto = { method: 'payout_crypto_usdt', currency: 'USDT_TRON', amount: 1 } as const;

async function listed(accounts: string[]): Promise<string[]> {
  const result = await running.client.listPayouts({ page: 1, size: 200, accounts });
  if (!result.ok) throw new Error(result.problem?.title ?? result.cause);
  return result.value.content.map(({ id }) => id).toSorted();
}

describe('a destination that holds a card number', () => {
  const orders: PayoutOrder[] = [];

  it.each(SPELLINGS)('is masked for a method of any kind: %j', async (destination_account) => {
    for (const method of [{ amount: 3 }, p2p]) {
      const order = await createdPayout(running, { ...method, destination_account });
      expect(order).toMatchObject({ status: 'SUCCESS', destination_account: MASKED });
      orders.push(order);
    }
  });

  it("reaches a card method's acquirer as digits, any other's unchanged", async () => {
    const { payouts } = await sandboxAcquirer(running);
    const pay = vi.spyOn(payouts, 'pay');
    const destination_account = '4973 5182 6500 0006';
    await createdPayout(running, { amount: 3, destination_account });
    await createdPayout(running, { ...p2p, destination_account });
    const told = pay.mock.calls.map(([attempt]) => attempt.destination.reveal());
    expect(told).toEqual([CARD, destination_account]);
    pay.mockRestore();
  });

  it('is found by any spelling, and by the masked form', async () => {
    const wanted = orders.map(({ id }) => id);
    for (const spelling of [...SPELLINGS, MASKED]) {
      expect(await listed([spelling])).toEqual(expect.arrayContaining(wanted));
    }
    expect(await listed(['497351******0007'])).toEqual([]);
  });

  it('is the same request in any spelling', async () => {
    const body = payoutBody(running, { amount: 3, destination_account: CARD });
    const { id } = await createdPayout(running, body);
    for (const destination_account of SPELLINGS) {
      const result = await running.client.createPayout({ ...body, destination_account });
      expect(result).toMatchObject({ ok: true, replayed: true, value: { id } });
    }
  });

  it('leaves no trace in the database, its webhooks or the log, even while under way', async () => {
    const pending = await createdPayout(running, {
      amount: 3,
      destination_account: '4000 0000 0000 0077',
    });
    expect(pending.status).toBe('PROCESS_PENDING');
    const traces = tracesOf([OWN, '4000000000000077']);
    const rows = await dumpRows(running.db);
    expect(rows).toContain(MASKED);
    expect(tracesIn(Buffer.from(rows), traces)).toEqual([]);
    expect(tracesIn(Buffer.from(running.logs()), traces)).toEqual([]);
    clock.advance(5_000);
    await payoutWhen(running, pending.id, 'SUCCESS');
  });
});

it("a card method's destination that is no card number is masked completely", async () => {
  const wrongDigit = '4973 5182 6500 0007';
  const order = await createdPayout(running, { amount: 3, destination_account: wrongDigit });
  expect(order).toMatchObject({
    status: 'FAILED',
    resolution_code: 'DESTINATION_ACCOUNT_INVALID',
    destination_account: '*******************',
  });
});

describe('a PIX key of digits that passes Luhn', () => {
  it.each(['+5511912345676', '+55 11 91234-5676', '11222333003520', '11.222.333/0035-20'])(
    'is no card: shown, stored and filtered as it is, without a limit: %j',
    async (destination_account) => {
      const method = await addMethod(running, {
        method: { direction: 'payout', payment_source: 'PIX', currency: 'EUR' },
      });
      const payout = { merchant_gate_method_id: method, amount: 3, destination_account };
      const { id, ...order } = await createdPayout(running, payout);
      expect(order.destination_account).toBe(destination_account);
      const { destination_shown: shown } = await running.db
        .selectFrom('payouts')
        .select('destination_shown')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(shown).toBe(destination_account);
      for (let times = 0; times <= CARD_COMPARISONS_PER_HOUR; times += 1) {
        expect(await listed([destination_account])).toContain(id);
      }
    },
  );
});

describe('the accounts filter', () => {
  it('finds an account of another kind ignoring spaces and case', async () => {
    const destination_account = 'gb29 nwbk 6016 1331 9268 19';
    const { id } = await createdPayout(running, { ...p2p, destination_account });
    for (const spelling of [destination_account, 'GB29NWBK60161331926819']) {
      expect(await listed([spelling])).toEqual([id]);
    }
  });

  it('finds a crypto address only by its exact spelling', async () => {
    const { id } = await createdPayout(running, { ...crypto, destination_account: TRON_ADDRESS });
    expect(await listed([TRON_ADDRESS])).toEqual([id]);
    expect(await listed([TRON_ADDRESS.toLowerCase()])).toEqual([]);
  });
});

describe('a block list', () => {
  const block = async (kind: BlockedKind, value: string) => {
    const fingerprint = blockFingerprint(running.context.keyring, kind, value);
    const { merchant_id } = running.sandbox;
    await running.db
      .insertInto('blocked_values')
      .values({ merchant_id, kind, fingerprint })
      .execute();
  };

  it.each([
    ['email', ' Blocked@Shop.Example ', { customer: { email: 'blocked@shop.example' } }],
    ['phone', '0043 (660) 999-99-99', { customer: { phone: '+436609999999' } }],
    ['card', '4111 1111 1111 1111', { ...p2p, destination_account: '4111.1111.1111.1111 Ivan' }],
    ['destination', '4012 8888 8888 1881', { destination_account: '4012888888881881' }],
    [
      'destination',
      'at61 1904 3002 3457 3201',
      { ...p2p, destination_account: 'AT611904300234573201' },
    ],
    ['destination', '+43 660 111-11-11', { ...p2p, destination_account: '+436601111111' }],
  ] as const)('recognizes %s %j in another spelling', async (kind, value, overrides) => {
    await block(kind, value);
    const order = await createdPayout(running, { amount: 3, ...overrides });
    expect(order).toMatchObject({ status: 'FAILED', resolution_code: 'BLACKLISTED_INPUT_DATA' });
  });
});
