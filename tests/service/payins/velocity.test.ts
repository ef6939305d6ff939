import { describe, expect, it } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import { addMethod } from '../../support/database/seeds/methods.ts';
import { cardDataBody, createdPayin, payinBody } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const DECLINES_PER_HOUR = 3;
const HOUR_MS = 3_600_000;
const SOFT_DECLINED = '4000000000000002';
const OTHER_DECLINED = '4000000000009995';

const clock = frozenClock();
const running = serviceForTests({
  now: clock.now,
  env: {
    CARD_DECLINES_PER_HOUR: String(DECLINES_PER_HOUR),
    ADDRESS_DECLINES_PER_HOUR: String(DECLINES_PER_HOUR),
  },
});

/** Submits a card one second later than the last: the same bytes under the same timestamp are the same request. */
async function submit(id: string, cardNumber: string) {
  clock.advance(1_000);
  const body = cardDataBody(id, { card_number: cardNumber });
  const submitted = await running.client.submitCardData(body);
  const read = await running.client.getPayin(id);
  if (!read.ok) throw new Error('The order was not read');
  return { submitted, order: read.value };
}

async function payNew(cardNumber: string) {
  const { id } = await createdPayin(running);
  return (await submit(id, cardNumber)).order;
}

describe('a card that is declined again and again', () => {
  it('is refused once declined as often as an hour allows', async () => {
    for (let decline = 0; decline < DECLINES_PER_HOUR; decline += 1) {
      clock.advance(60_000);
      expect(await payNew(SOFT_DECLINED)).toMatchObject({ status: 'CREATED' });
    }
    const refused = {
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'BLACKLISTED_INPUT_DATA',
    };
    expect(await payNew(SOFT_DECLINED)).toMatchObject(refused);
    expect(await payNew('4000-0000-0000-0002')).toMatchObject(refused);
  });

  it('does not affect other cards', async () => {
    expect(await payNew('4242424242424242')).toMatchObject({ status: 'SUCCESS' });
    expect(await payNew(OTHER_DECLINED)).toMatchObject({ status: 'CREATED' });
  });

  it('may be attempted again when the oldest decline is an hour old', async () => {
    const twoMinutesMs = (DECLINES_PER_HOUR - 1) * 60_000;
    clock.advance(HOUR_MS - twoMinutesMs - 30_000);
    expect(await payNew(SOFT_DECLINED)).toMatchObject({ status: 'FAILED' });
    clock.advance(30_000);
    expect(await payNew(SOFT_DECLINED)).toMatchObject({ status: 'CREATED' });
    expect(await payNew(SOFT_DECLINED)).toMatchObject({ status: 'FAILED' });
  });
});

describe('an order', () => {
  it('allows at most five attempts, whatever its method allows', async () => {
    clock.advance(2 * HOUR_MS);
    const methodId = await addMethod(running, { method: { max_attempts: 50 } });
    const body = { ...payinBody(running), merchant_gate_method_id: methodId };
    const created = await running.client.createPayin(body);
    if (!created.ok) throw new Error('No order was made');
    const { id } = created.value;
    const cards = [SOFT_DECLINED, SOFT_DECLINED, OTHER_DECLINED, OTHER_DECLINED];
    for (const card of cards) {
      expect(await submit(id, card)).toMatchObject({ order: { status: 'CREATED' } });
    }
    const { order } = await submit(id, '4000000000000127');
    expect(order).toMatchObject({
      status: 'FAILED',
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      provider_error_message: 'incorrect security code',
    });
    expect((await submit(id, '4242424242424242')).submitted).toMatchObject({ status: 409 });
  });
});
