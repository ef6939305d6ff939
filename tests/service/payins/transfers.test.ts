import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frozenClock } from '../../support/process/clock.ts';
import { payinWhen } from '../../support/orders/orders.ts';
import {
  beginBody,
  bank,
  begin,
  checkoutOf,
  createdTransfer,
} from '../../support/orders/transfers.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const clock = frozenClock();
let running: RunningService;

beforeAll(async () => {
  running = await startService({ now: clock.now });
});
afterAll(() => running.close());

const SOURCES = ['P2P', 'CRYPTO', 'PHONE', 'PIX', 'BLIK'] as const;

describe('an order that is not paid by card', () => {
  it.each(SOURCES)('by %s has a page, and awaits its payer', async (source) => {
    const order = await createdTransfer(running, source);
    expect(order).toMatchObject({ status: 'CREATED', payment_source: source });
    expect(order.pay_url).toMatch(new RegExp(`/pay/${order.id}$`));
    const { transfer } = await checkoutOf(running, order.id);
    expect(transfer).toEqual({
      asks: { cpf: source === 'PIX', phone: source === 'PHONE', banks: [] },
    });
  });

  it.each([
    ['P2P', { kind: 'transfer', holder: 'Paper & Pen Ltd' }],
    ['CRYPTO', { kind: 'address', asset: 'USDT', confirmations: { seen: 0, needed: 3 } }],
    ['PHONE', { kind: 'confirm', where: 'phone' }],
    ['PIX', { kind: 'code' }],
    ['BLIK', { kind: 'confirm', where: 'bank_app' }],
  ] as const)('by %s says how to pay once it was begun', async (source, instructions) => {
    const { id } = await createdTransfer(running, source);
    expect(await begin(running, id, beginBody(source))).toMatchObject({ ok: true, status: 200 });
    await payinWhen(running, id, ({ status }) => status === 'PROCESS_PENDING');
    const { transfer } = await checkoutOf(running, id);
    expect(transfer?.instructions).toMatchObject(instructions);
  });

  it.each(SOURCES)('by %s is paid when the payer pays', async (source) => {
    const { id } = await createdTransfer(running, source);
    await begin(running, id, beginBody(source));
    await bank(running, id, source === 'PHONE' || source === 'BLIK' ? 'approve' : 'exact');
    clock.advance(3_000);
    expect(await payinWhen(running, id, ({ status }) => status === 'SUCCESS')).toMatchObject({
      resolution: 'OK',
    });
  });
});
