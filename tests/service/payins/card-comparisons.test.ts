import { afterEach, describe, expect, it } from 'vitest';
import { isCardNumber } from '#domain/card/number.ts';
import { CARD_COMPARISONS_PER_HOUR } from '#service/orders/card-comparisons.ts';
import { send, type Answer } from '../../../packages/tollgate/conformance/send.ts';
import {
  createPayout,
  PAYOUT_PATH,
  payoutBody,
} from '../../../packages/tollgate/conformance/payouts.ts';
import { expectProblem } from '../../../packages/tollgate/conformance/problems.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const CARD = '4242424242424242';
const MASKED = '424242******4242';
const HOUR_SECONDS = 3_600;

const running = serviceForTests();
const target = targetOf(running);

afterEach(async () => {
  await running.db.deleteFrom('card_comparisons').execute();
});

/** Valid card numbers with the same masked form, except the right one. */
const guesses = (function* () {
  for (let middle = 0; middle < 1_000_000; middle += 1) {
    const number = `424242${String(middle).padStart(6, '0')}4242`;
    if (number !== CARD && isCardNumber(number)) yield number;
  }
})();

function guess() {
  return guesses.next().value ?? '';
}

function several<Item>(count: number, make: () => Item) {
  return Array.from({ length: count }, make);
}

function list(accounts: readonly string[]): Promise<Answer> {
  const values = accounts.map((account) => `accounts=${encodeURIComponent(account)}`);
  const path = `${PAYOUT_PATH}/list?${['page=1', 'size=10', ...values].join('&')}`;
  return send(target, { path });
}

function expectSpent(answer: Answer): void {
  const { detail } = expectProblem(answer, 429, 'ACCESS_DENIED');
  expect(detail).toContain(String(CARD_COMPARISONS_PER_HOUR));
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(HOUR_SECONDS);
}

function spend(count: number) {
  return list(several(count, guess));
}

describe('the accounts filter', () => {
  it('accepts sixty full card numbers an hour for a key, and then says when to retry', async () => {
    expect((await spend(59)).status).toBe(200);
    expectSpent(await spend(2));
    expect((await spend(1)).status).toBe(200);
    expectSpent(await spend(1));
    expectSpent(await list([CARD]));
  });

  it('counts card numbers in any spelling, and nothing else', async () => {
    await spend(59);
    expect((await list([MASKED, 'DE89370400440532013000', '+4930123456', ''])).status).toBe(200);
    expect((await list(['4242 4242-4242 4242', CARD])).status).toBe(200);
    expectSpent(await list(['card 4242.4242.4242.4242']));
  });

  it("still accepts the masked form, but no card number, when the hour's limit is spent", async () => {
    await createPayout(target, { destination_account: CARD });
    await spend(60);
    const answer = await list([MASKED]);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      content: [{ destination_account: MASKED }],
    });
    expect((await list([])).status).toBe(200);
  });

  it("never accepts more numbers at once than the hour's limit", async () => {
    expectSpent(await spend(61));
    expect((await spend(60)).status).toBe(200);
  });

  it('accepts sixty of many concurrent requests', async () => {
    const answers = await Promise.all(several(80, () => spend(1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('accepts them again in the next hour', async () => {
    await spend(60);
    const since = new Date(Date.now() - HOUR_SECONDS * 1_000);
    await running.db.updateTable('card_comparisons').set({ since }).execute();
    expect((await spend(60)).status).toBe(200);
    expectSpent(await spend(1));
  });

  it('counts per key', async () => {
    await spend(60);
    const other = target.otherKey;
    if (other === undefined) throw new Error('There is no other merchant');
    const path = `${PAYOUT_PATH}/list?page=1&size=10&accounts=${CARD}`;
    expect((await send(target, { path, key: other })).status).toBe(200);
  });
});

describe('a repeated reference with another card number', () => {
  const submit = (body: object) => send(target, { path: PAYOUT_PATH, body });

  it("is refused as different within the hour's limit, and after that neither confirmed nor denied", async () => {
    const body = payoutBody(target, { destination_account: CARD });
    expect((await submit(body)).status).toBe(200);
    await spend(58);
    for (const destination_account of several(2, guess)) {
      expectProblem(await submit({ ...body, destination_account }), 409, 'VALIDATION_FAILED');
    }
    expectSpent(await submit({ ...body, destination_account: guess() }));
    expectSpent(await submit({ ...body, destination_account: CARD }));
    expectSpent(await submit({ ...body, destination_account: CARD, amount: 99 }));
  });

  it('does not count while the number is the same', async () => {
    const body = payoutBody(target, { destination_account: CARD });
    const answers = await Promise.all(several(70, () => submit(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await spend(60)).status).toBe(200);
  });

  it('does not count for a new order, or without a card number', async () => {
    await spend(60);
    const body = payoutBody(target, { destination_account: CARD });
    expect((await submit(body)).status).toBe(200);
    const nobody = await submit({ ...body, destination_account: 'nobody' });
    expectProblem(nobody, 409, 'VALIDATION_FAILED');
  });
});
