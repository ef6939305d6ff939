import { describe, expect, it } from 'vitest';
import { chargedBySandbox, withoutWaiting } from '../../support/acquirers/acquirer-doubles.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

/** Frozen, so that no status inquiry is made before a test moves it. */
const clock = frozenClock();
/** Longer than the delay before an attempt's first status inquiry. */
const ASKED_AFTER_MS = 6_000;
const running = serviceForTests({ now: clock.now });

async function pay(cardNumber: string, method = 'card_eur') {
  const order = await createdPayin(running, {
    method,
    currency: method === 'card_usd' ? 'USD' : 'EUR',
  });
  const submitted = await running.client.submitCardData(
    cardDataBody(order.id, { card_number: cardNumber }),
  );
  expect(submitted).toMatchObject({ ok: true, status: 200 });
  return order.id;
}

/** Pays with a card that the acquirer charges without answering. */
async function payInSilence() {
  const id = await withoutWaiting(running, () => pay('4000000000000119'));
  await chargedBySandbox(running, id);
  return id;
}

describe('card data', () => {
  it.each([
    ['4242424242424242', { status: 'SUCCESS', resolution: 'OK', card_number: '424242******4242' }],
    [
      '4000000000009979',
      {
        status: 'FAILED',
        resolution: 'PROVIDER_ERROR',
        resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
        provider_error_message: 'stolen card',
      },
    ],
    ['4000000000000002', { status: 'CREATED', provider_error_message: 'do not honor' }],
    ['4000000000000077', { status: 'PROCESS_PENDING' }],
    ['4000000000003220', { status: 'PROCESS_PENDING' }],
    [
      '4100000000000019',
      {
        status: 'FAILED',
        resolution: 'SYSTEM_ERROR',
        resolution_code: 'BLACKLISTED_INPUT_DATA',
      },
    ],
  ])("of %s moves the order to the acquirer's outcome", async (cardNumber, expected) => {
    const id = await pay(cardNumber);
    expect(await payinWhen(running, id, (order) => order.status === expected.status)).toMatchObject(
      expected,
    );
  });

  it('leaves the order under way if the acquirer never answers', async () => {
    const id = await payInSilence();
    await payinWhen(running, id, 'PROCESS_PENDING');
  });

  it('ends the order at a soft decline if the method allows one attempt', async () => {
    const id = await pay('4000000000000002', 'card_usd');
    expect(await payinWhen(running, id, () => true)).toMatchObject({
      status: 'FAILED',
      provider_error_message: 'do not honor',
    });
  });

  it('may be submitted again after a soft decline, until the attempts are used up', async () => {
    const id = await pay('4000000000009995');
    await running.client.submitCardData(cardDataBody(id, { card_number: '4000000000000127' }));
    await running.client.submitCardData(cardDataBody(id, { card_number: '4000000000000069' }));
    expect(await payinWhen(running, id, () => true)).toMatchObject({
      status: 'FAILED',
      provider_error_message: 'expired card',
    });
  });

  it('is refused once the order no longer awaits it', async () => {
    const id = await pay('4242424242424242');
    // With another code: the same bytes within one second would be the same request.
    const again = await running.client.submitCardData(cardDataBody(id, { cvv: '321' }));
    expect(again).toMatchObject({ ok: false, status: 409 });
  });

  it('is settled by a status inquiry if the acquirer never answered', async () => {
    const id = await payInSilence();
    clock.advance(ASKED_AFTER_MS);
    const order = await payinWhen(running, id, 'SUCCESS');
    expect(order.status).toBe('SUCCESS');
  });

  it('is awaited again if the connection broke before the acquirer saw the attempt', async () => {
    const id = await pay('4000000000000341');
    clock.advance(ASKED_AFTER_MS);
    const order = await payinWhen(running, id, 'CREATED');
    expect(order.status).toBe('CREATED');
  });
});

describe('an order that is never paid', () => {
  it('is closed after its waiting time', async () => {
    const { id } = await createdPayin(running, { method: 'card_short', currency: 'USD' });
    clock.advance(4_000);
    const order = await payinWhen(running, id, 'CLOSED');
    expect(order).toMatchObject({
      status: 'CLOSED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'WORKFLOW_EXECUTION_SKIPPED',
    });
  });
});
