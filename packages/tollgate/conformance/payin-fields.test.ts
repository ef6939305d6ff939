import { afterAll, describe, expect, it } from 'vitest';
import { createPayin, payinWhen, payWith, readPayin } from './orders.ts';
import { openTarget } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

const RETURN_URLS = {
  success: 'https://shop.example/success',
  pending: 'https://shop.example/pending',
  fail: 'https://shop.example/fail',
};

function methodOf(name: string) {
  return { merchant_gate_method_id: target.method(name) };
}

describe('a new payin', () => {
  it('awaits its payer: CREATED, without outcome, card or rrn', async () => {
    const order = await createPayin(target);
    expect(order.status).toBe('CREATED');
    for (const field of ['resolution', 'resolution_code', 'card_number', 'rrn', 'comment']) {
      expect(order).not.toHaveProperty(field);
    }
  });

  it('is its own group, with a higher number than earlier ones', async () => {
    const [first, second] = [await createPayin(target), await createPayin(target)];
    expect(first.group_id).toBe(first.id);
    expect(second.seq_id).toBeGreaterThan(first.seq_id);
  });

  it('has its time of creation in Unix seconds', async () => {
    const before = Date.now() / 1_000;
    const { create_date: created, update_date: updated } = await createPayin(target);
    // The clocks of a test and of the deployment differ by less than a minute.
    expect(created).toBeGreaterThan(before - 60);
    expect(created).toBeLessThan(Date.now() / 1_000 + 60);
    expect(updated).toBe(created);
  });

  it('names the payment page as pay_url', async () => {
    const { id, pay_url: payUrl } = await createPayin(target);
    expect(payUrl).toMatch(new RegExp(`^https?://.+/pay/${id}$`));
  });

  it('shows the customer as given, and nothing if none was given', async () => {
    const customer = { reference_id: 'c-1', phone: '+4930123456', address: { country: 'DE' } };
    expect((await createPayin(target, { customer })).customer).toEqual(customer);
    expect((await createPayin(target)).customer).toEqual({});
  });

  it('has a pay_url also if it is not paid by card', async () => {
    const order = await createPayin(target, { ...methodOf('p2p_uah'), currency: 'UAH' });
    expect(order).toMatchObject({ payment_source: 'P2P', status: 'CREATED' });
    expect(order.pay_url).toMatch(new RegExp(`^https?://.+/pay/${order.id}$`));
  });
});

describe('the money of a payin', () => {
  const percent = { fee_percent: 2.9, fee_fixed: 0.3, fee_min: 0.5, fee_max: 50 };
  const later = { settlement_period: 2, rolling_percent: 5 };

  it.each([
    [100, { fee_total: 3.2, total: 96.8, rolling_amount: 4.84, hold_amount: 91.96 }],
    [1, { fee_total: 0.5, total: 0.5, rolling_amount: 0.03, hold_amount: 0.47 }],
    [6.89, { fee_total: 0.5, total: 6.39, rolling_amount: 0.32, hold_amount: 6.07 }],
    [10.5, { fee_total: 0.6, total: 9.9, rolling_amount: 0.5, hold_amount: 9.4 }],
    [33.33, { fee_total: 1.27, total: 32.06, rolling_amount: 1.6, hold_amount: 30.46 }],
    [1_713.79, { fee_total: 50, total: 1_663.79, rolling_amount: 83.19, hold_amount: 1_580.6 }],
    [5_000, { fee_total: 50, total: 4_950, rolling_amount: 247.5, hold_amount: 4_702.5 }],
  ])('of %d EUR, with fees between bounds, hold and rolling', async (amount, expected) => {
    const order = await createPayin(target, { amount });
    expect(order).toMatchObject({ amount, ...percent, ...later, ...expected });
    expect(order).toMatchObject({
      payment_method_currency: 'EUR',
      payment_method_amount: amount,
      conversion_rate: 1,
    });
  });

  it.each([0.01, 999.99, 1_000_000])('of %d USD without any fee', async (amount) => {
    const order = await createPayin(target, { ...methodOf('card_usd'), currency: 'USD', amount });
    expect(order).toMatchObject({
      status: 'CREATED',
      amount,
      fee_percent: 0,
      fee_fixed: 0,
      fee_total: 0,
      total: amount,
      hold_amount: 0,
      settlement_period: 0,
      rolling_percent: 0,
      rolling_amount: 0,
    });
    expect(order).not.toHaveProperty('fee_min');
    expect(order).not.toHaveProperty('fee_max');
  });

  it.each([
    [10_000, 21],
    [1_234.56, 2.59],
    [238.1, 0.5],
    [240.48, 0.51],
  ])('of %d KZT is %d USD to the acquirer', async (amount, converted) => {
    const order = await createPayin(target, { ...methodOf('card_kzt'), currency: 'KZT', amount });
    expect(order).toMatchObject({
      currency: 'KZT',
      amount,
      payment_method_currency: 'USD',
      payment_method_amount: converted,
      conversion_rate: 0.0021,
    });
  });
});

describe('return_url', () => {
  it('is the pending one while the order is open, then that of its outcome', async () => {
    const paid = await createPayin(target, { return_urls: RETURN_URLS });
    expect(paid.return_url).toBe(RETURN_URLS.pending);
    expect(await payWith(target, paid.id, '4242424242424242')).toMatchObject({
      status: 'SUCCESS',
      return_url: RETURN_URLS.success,
    });
    const failed = await createPayin(target, { return_urls: RETURN_URLS });
    expect(await payWith(target, failed.id, '4000000000009979')).toMatchObject({
      status: 'FAILED',
      return_url: RETURN_URLS.fail,
    });
  });

  it('is the one for failure when the order is closed', async () => {
    const { id } = await createPayin(target, {
      ...methodOf('card_short'),
      currency: 'USD',
      return_urls: RETURN_URLS,
    });
    target.advance(5_000);
    const closed = await payinWhen(target, id, 'CLOSED');
    expect(closed).toMatchObject({ status: 'CLOSED', return_url: RETURN_URLS.fail });
  });

  it('is omitted if the matching one was not given', async () => {
    const order = await createPayin(target, { return_urls: { success: RETURN_URLS.success } });
    expect(order).not.toHaveProperty('return_url');
    const failed = await payWith(target, order.id, '4000000000009979');
    expect(failed).not.toHaveProperty('return_url');
  });
});

describe('card_number', () => {
  it.each([
    ['4242 4242 4242 4242', '424242******4242'],
    ['378282246310005', '378282*****0005'],
    ['6304000000000000000', '630400*********0000'],
    ['500000000009', '500000**0009'],
  ])('of %s is shown as %s', async (typed, shown) => {
    const { id } = await createPayin(target);
    expect(await payWith(target, id, typed)).toMatchObject({ card_number: shown });
    expect(await readPayin(target, id)).toMatchObject({ status: 'SUCCESS', resolution: 'OK' });
  });

  it('is on a successful order, with an rrn and without a code', async () => {
    const { id } = await createPayin(target);
    const order = await payWith(target, id, '5555555555554444');
    expect(order).toMatchObject({ card_number: '555555******4444' });
    expect(order.rrn).toMatch(/\S/);
    expect(order).not.toHaveProperty('resolution_code');
    expect(order.update_date).toBeGreaterThanOrEqual(order.create_date);
  });
});
