import type { OrdersClient } from '#contract/client/client.ts';
import type { CardAcquirer, AcquirerOutcome } from '#service/acquirers/port.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import {
  acquireBy,
  APPROVED,
  CHALLENGE,
  delayedAnswers,
} from '../../support/acquirers/acquirer-doubles.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock();
const running = serviceForTests({ now: clock.now });
let page: OrdersClient;
/** Background work started behind answers. */
const begun: Promise<void>[] = [];

function begunWorkEnds() {
  return Promise.all(begun.splice(0));
}

beforeAll(() => {
  const { background } = running.context;
  const run = background.run.bind(background);
  background.run = (work) => {
    begun.push(work);
    run(work);
  };
  const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
  page = running.clientFor({ apiKeyId, apiSecret });
});

/** Creates an order with a challenge at a bank that sends no notification, past the frequent inquiries at the start. */
async function challenged(findOutcome: CardAcquirer['findOutcome']) {
  acquireBy(running, 'cards', {
    authorize: () => Promise.resolve(CHALLENGE),
    findOutcome: () => Promise.resolve(CHALLENGE),
  });
  const { id } = await createdPayin(running);
  await running.client.submitCardData(cardDataBody(id));
  const order = await payinWhen(running, id, 'PROCESS_PENDING');
  expect(order.pay_url).toBe(CHALLENGE.url);
  acquireBy(running, 'cards', { findOutcome });
  // Past the pause after the first answer; the next scheduled inquiry is 5 s after that answer.
  clock.advance(3_000);
  return id;
}

describe('an order that a shopper views', () => {
  it('shows a passed challenge at once, though the bank sends no notification', async () => {
    const id = await challenged(() => Promise.resolve(APPROVED));
    expect(await page.getPayin(id)).toMatchObject({ value: { status: 'PROCESS_PENDING' } });
    // The clock is frozen: no scheduled inquiry is due.
    await expect.poll(() => page.getPayin(id)).toMatchObject({ value: { status: 'SUCCESS' } });
  });

  it('causes one inquiry for concurrent views', async () => {
    const held = delayedAnswers<AcquirerOutcome>();
    const id = await challenged(held.ask);
    await Promise.all(Array.from({ length: 20 }, () => page.getPayin(id)));
    await expect.poll(held.asked).toBe(1);
    await page.getPayin(id);
    held.answer(CHALLENGE);
    // For two seconds after an answer reading the order causes no inquiry.
    await expect.poll(() => restOf(id)).toBe(2_000);
    await Promise.all(Array.from({ length: 20 }, () => page.getPayin(id)));
    await begunWorkEnds();
    expect(held.asked()).toBe(1);
    clock.advance(2_000);
    await page.getPayin(id);
    await expect.poll(held.asked).toBeGreaterThan(1);
    held.answer(APPROVED);
  });

  it('keeps to its schedule while only the merchant reads it', async () => {
    const held = delayedAnswers<AcquirerOutcome>();
    const id = await challenged(held.ask);
    for (let read = 0; read < 5; read += 1) await running.client.getPayin(id);
    await begunWorkEnds();
    expect(held.asked()).toBe(0);
    await running.operator('orders fail', { order: id });
  });

  it('keeps its update_date when a status inquiry finds nothing new', async () => {
    const id = await challenged(() => Promise.resolve(CHALLENGE));
    const before = await page.getPayin(id);
    for (let times = 0; times < 3; times += 1) {
      clock.advance(60_000);
      await page.getPayin(id);
      await expect.poll(() => restOf(id)).toBe(2_000);
    }
    const after = await page.getPayin(id);
    expect(after).toMatchObject({ ok: true, value: before.ok ? before.value : {} });
    await running.operator('orders fail', { order: id });
  });
});

/** Returns for how many more milliseconds no inquiry about an order's attempt is made. */
async function restOf(payinId: string): Promise<number> {
  const { leased_until: until } = await running.db
    .selectFrom('payin_attempts')
    .select('leased_until')
    .where('payin_id', '=', payinId)
    .executeTakeFirstOrThrow();
  return (until ?? clock.now()).getTime() - clock.now().getTime();
}
