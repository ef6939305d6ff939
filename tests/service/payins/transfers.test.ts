import type { BeginBody } from '#contract/schemas/transfer.ts';
import { eraseEndedOrdersOf } from '#service/orders/erasure.ts';
import type { TransferSource } from '#service/acquirers/port.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { withoutWaiting } from '../../support/acquirers/acquirer-doubles.ts';
import { cardDataBody, createdPayin, payinWhen } from '../../support/orders/orders.ts';
import {
  bank,
  begin,
  beginBody,
  checkoutOf,
  createdTransfer,
  reportSent,
} from '../../support/orders/transfers.ts';
import { frozenClock } from '../../support/process/clock.ts';
import type { RunningService } from '../../support/process/service.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { asValue, dumpRows, tracesIn, tracesOf } from '../../support/traces.ts';

const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

const SOURCES = ['P2P', 'CRYPTO', 'PHONE', 'PIX', 'BLIK'] as const;

describe('an order that is not paid by card', () => {
  it.each(SOURCES)('by %s has a payment page, and awaits its payer', async (source) => {
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
  ] as const)(
    'by %s shows payment instructions once it has begun',
    async (source, instructions) => {
      const { id } = await createdTransfer(running, source);
      expect(await begin(running, id, beginBody(source))).toMatchObject({ ok: true, status: 200 });
      await payinWhen(running, id, 'PROCESS_PENDING');
      const { transfer } = await checkoutOf(running, id);
      expect(transfer?.instructions).toMatchObject(instructions);
    },
  );
});

describe('reporting a transfer as sent', () => {
  it('is shown with the instructions until the attempt ends, and changes nothing else', async () => {
    const { id } = await createdTransfer(running, 'P2P');
    expect(await reportSent(running, id, '50.00')).toMatchObject({ ok: false, status: 409 });
    await begin(running, id, { source: 'P2P' });
    await payinWhen(running, id, 'PROCESS_PENDING');
    const before = await checkoutOf(running, id);
    expect(before.transfer).not.toHaveProperty('sent');
    expect(await reportSent(running, id, '50.00')).toMatchObject({ ok: true });
    expect(await reportSent(running, id, '25.00')).toMatchObject({ ok: true });
    const { transfer, order } = await checkoutOf(running, id);
    expect(transfer).toEqual({ ...before.transfer, sent: '25.00' });
    expect(order).toEqual(before.order);
    await bank(running, id, 'exact');
    clock.advance(3_000);
    await payinWhen(running, id, 'SUCCESS');
    expect((await checkoutOf(running, id)).transfer).not.toHaveProperty('sent');
  });

  it('needs an account to send to, and an amount', async () => {
    const { id } = await createdTransfer(running, 'BLIK');
    await begin(running, id, beginBody('BLIK'));
    await payinWhen(running, id, 'PROCESS_PENDING');
    expect(await reportSent(running, id, '50.00')).toMatchObject({ status: 409 });
    for (const amount of ['', '50', '-1.00', '1234567890123.00', '50.00 ']) {
      expect(await reportSent(running, id, amount)).toMatchObject({ status: 400 });
    }
  });
});

describe('beginning', () => {
  it('twice, or in several tabs, makes one attempt', async () => {
    const { id } = await createdTransfer(running, 'P2P');
    const answers = await Promise.all([1, 2, 3].map(() => begin(running, id, { source: 'P2P' })));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    await payinWhen(running, id, 'PROCESS_PENDING');
    clock.advance(1_000);
    expect(await begin(running, id, { source: 'P2P' })).toMatchObject({ ok: true });
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  it('by another source than the order has is refused', async () => {
    const { id } = await createdTransfer(running, 'P2P');
    const begun = await begin(running, id, { source: 'BLIK', code: '123456' });
    expect(begun).toMatchObject({ ok: false, status: 422 });
    const card = await createdPayin(running);
    expect(await begin(running, card.id, { source: 'P2P' })).toMatchObject({ status: 422 });
    expect(await running.client.submitCardData(cardDataBody(id))).toMatchObject({ status: 422 });
  });

  it('after the end is refused', async () => {
    const { id } = await createdTransfer(running, 'BLIK');
    await begin(running, id, { source: 'BLIK', code: '777123' });
    await payinWhen(running, id, 'SUCCESS');
    clock.advance(1_000);
    const again = await begin(running, id, { source: 'BLIK', code: '777123' });
    expect(again).toMatchObject({ ok: false, status: 409 });
  });

  it.each([
    ['PIX', { source: 'PIX' }, '/cpf'],
    ['PHONE', { source: 'PHONE' }, '/phone'],
    ['P2P', { source: 'P2P', bank_id: 'unknown' }, '/bank_id'],
  ] as const)('by %s names the missing field', async (source, body, pointer) => {
    const { id } = await createdTransfer(running, source);
    expect(await begin(running, id, body)).toMatchObject({
      status: 400,
      problem: { errors: [{ pointer }] },
    });
  });

  it.each([
    { source: 'BLIK', code: '12345' },
    { source: 'BLIK', code: '12 456' },
    { source: 'BLIK', code: '１２３４５６' },
    { source: 'BLIK', code: '١٢٣٤٥٦' },
    { source: 'PIX', cpf: '529.982.247-25' },
    { source: 'PHONE', phone: '0049123' },
    { source: 'CARD' },
  ])('refuses %j', async (body) => {
    const source = body.source === 'CARD' ? 'P2P' : body.source;
    const { id } = await createdTransfer(running, source as TransferSource);
    expect(await begin(running, id, body as BeginBody)).toMatchObject({ status: 400 });
    expect(await attemptsOf(id)).toEqual([]);
  });

  it("by PHONE uses the customer's number, and shows a hint of it", async () => {
    const { id } = await createdTransfer(running, 'PHONE', {
      customer: { phone: '+4915550001234' },
    });
    expect((await checkoutOf(running, id)).transfer).toMatchObject({
      asks: { phone: false },
      phone_hint: '+*********1234',
    });
    expect(await begin(running, id, { source: 'PHONE' })).toMatchObject({ ok: true });
    await payinWhen(running, id, 'PROCESS_PENDING');
  });

  it('by a telephone number on a block list ends the order', async () => {
    const phone = '+351911111111';
    await running.operator('blocks add', {
      merchant: running.sandbox.merchant_id,
      kind: 'phone',
      value: phone,
    });
    const { id } = await createdTransfer(running, 'PHONE');
    await begin(running, id, { source: 'PHONE', phone });
    expect(await payinWhen(running, id, 'FAILED')).toMatchObject({
      resolution_code: 'BLACKLISTED_INPUT_DATA',
      resolution_message: 'The payer is on a block list.',
    });
  });

  it('is possible again if the acquirer never saw the attempt', async () => {
    const { id } = await createdTransfer(running, 'BLIK', { amount: 101.41 });
    await begin(running, id, { source: 'BLIK', code: '123456' });
    clock.advance(6_000);
    expect(await payinWhen(running, id, 'CREATED')).toMatchObject({
      provider_error_message: 'The payment did not reach the bank.',
    });
  });
});

describe('the sandbox', () => {
  it.each([
    ['PHONE', 101.42, 'SUCCESS'],
    ['P2P', 101.42, 'SUCCESS'],
    ['PIX', 101.02, 'CREATED'],
    ['CRYPTO', 101.79, 'FAILED'],
    ['P2P', 50.11, 'PROCESS_PENDING'],
    ['P2P', 50.15, 'SUCCESS'],
    ['P2P', 50.12, 'SUCCESS'],
    ['P2P', 50.14, 'SUCCESS'],
    ['BLIK', 50.13, 'PROCESS_PENDING'],
  ] as const)('moves a payment by %s of %d to %s', async (source, amount, expected) => {
    const { id } = await createdTransfer(running, source, { amount });
    await begin(running, id, beginBody(source));
    await payinWhen(running, id, ({ status }) => status === expected);
  });

  it.each([
    ['777123', 'SUCCESS'],
    ['777000', 'CREATED'],
    ['777079', 'FAILED'],
    ['777456', 'PROCESS_PENDING'],
  ])('moves a payment by the BLIK code %s to %s', async (code, expected) => {
    const { id } = await createdTransfer(running, 'BLIK');
    await begin(running, id, { source: 'BLIK', code });
    await payinWhen(running, id, ({ status }) => status === expected);
  });

  it('accepts another BLIK code after a refusal', async () => {
    const { id } = await createdTransfer(running, 'BLIK');
    await begin(running, id, { source: 'BLIK', code: '777000' });
    await payinWhen(running, id, 'CREATED');
    expect(await checkoutOf(running, id)).toMatchObject({
      last_failure: { outcome: 'declined', reason: 'cancelled' },
      attempts_left: 2,
    });
    await begin(running, id, { source: 'BLIK', code: '777123' });
    await payinWhen(running, id, 'SUCCESS');
  });

  // Arrivals by PIX are notified as well; a BLIK approval is found only by the status inquiry.
  it.each(['PIX', 'BLIK'] as const)(
    'by %s reports a payment though it never answered',
    async (source) => {
      const { id } = await createdTransfer(running, source, { amount: 101.19 });
      await withoutWaiting(running, () => begin(running, id, beginBody(source)));
      await expect.poll(() => isBooked(running, id)).toBe(true);
      clock.advance(6_000);
      await payinWhen(running, id, 'SUCCESS');
    },
  );

  it('receives money late, after the unpaid order is closed', async () => {
    const { id } = await createdTransfer(running, 'P2P', { amount: 50.13 });
    await begin(running, id, beginBody('P2P'));
    await payinWhen(running, id, 'PROCESS_PENDING');
    clock.advance(1_900_000);
    expect(await payinWhen(running, id, 'CLOSED')).toMatchObject({
      resolution_message: 'The waiting time was exceeded.',
    });
    clock.advance(2_000);
    await expect
      .poll(() => queueOf(id))
      .toEqual(['received_late: 50.13 UAH arrived for a payin that is CLOSED.']);
    const { body } = await running.operator('orders show', { order: id });
    expect(body).toHaveProperty(
      'reason.tell_customer',
      expect.stringMatching(/^Money arrived for this payment/),
    );
  });

  it("waits for the network's confirmations beyond the waiting time", async () => {
    const { id } = await createdTransfer(running, 'CRYPTO', { amount: 101.33 });
    await begin(running, id, beginBody('CRYPTO'));
    clock.advance(70_000);
    await expect
      .poll(async () => (await checkoutOf(running, id)).transfer?.instructions)
      .toMatchObject({ confirmations: { seen: 1, needed: 3 } });
    clock.advance(120_000);
    await payinWhen(running, id, 'SUCCESS');
  });

  it('gives a Pix code for what is left after a part payment', async () => {
    const { id } = await createdTransfer(running, 'PIX');
    await begin(running, id, beginBody('PIX'));
    await bank(running, id, 'less');
    const { transfer } = await checkoutOf(running, id);
    // Member 54 of a code is its amount.
    expect(transfer).toMatchObject({
      missing: '25.00',
      instructions: { payload: expect.stringContaining('540525.005802BR') as string },
    });
  });
});

describe("a payer's input", () => {
  it('is in no row and no log line, except the CPF, sealed until it is erased', async () => {
    const typed = { code: '847261', phone: '+351919876543', cpf: '11144477735' };
    const pix = await createdTransfer(running, 'PIX', {
      customer: { email: 'pix@customers.example' },
    });
    const [blik, phone] = [
      await createdTransfer(running, 'BLIK'),
      await createdTransfer(running, 'PHONE'),
    ];
    await begin(running, pix.id, { source: 'PIX', cpf: typed.cpf });
    await begin(running, blik.id, { source: 'BLIK', code: typed.code });
    await begin(running, phone.id, { source: 'PHONE', phone: typed.phone });
    const order = await payinWhen(running, pix.id, 'PROCESS_PENDING');
    expect(order.payment_method_data).toMatchObject({ cpf: typed.cpf });
    expect(order.payment_method_data?.pix_key).toBeDefined();
    for (const text of [await dumpRows(running.db), running.logs()]) {
      expect(tracesIn(Buffer.from(text), tracesOf([typed.phone, typed.cpf]))).toEqual([]);
      // Six digits may occur by chance in an identifier or a fraction of a second.
      expect(asValue(typed.code).test(text)).toBe(false);
    }

    await bank(running, pix.id, 'exact');
    await payinWhen(running, pix.id, 'SUCCESS');
    await eraseEndedOrdersOf(running.context, 'pix@customers.example');
    const erased = await payinWhen(running, pix.id, () => true);
    expect(erased.payment_method_data).toBeUndefined();
    const { payer_sealed: sealed } = await running.db
      .selectFrom('payins')
      .select('payer_sealed')
      .where('id', '=', pix.id)
      .executeTakeFirstOrThrow();
    expect(sealed).toBeNull();
  });
});

describe('the operator', () => {
  it('finds an order by its payment instructions, and sees the amounts received and missing', async () => {
    const { id } = await createdTransfer(running, 'P2P');
    await begin(running, id, { source: 'P2P' });
    await bank(running, id, 'less');
    await expect.poll(async () => (await checkoutOf(running, id)).transfer?.missing).toBe('25.00');
    const { transfer } = await checkoutOf(running, id);
    const told = transfer?.instructions;
    if (told?.kind !== 'transfer') throw new Error('No transfer');
    for (const word of [told.account.value, told.reference]) {
      const found = await running.operator('orders search', { provider_reference: word });
      expect(found.body).toMatchObject({ orders: [{ id }] });
    }
    const shown = await running.operator('orders show', { order: id });
    expect(shown.body).toMatchObject({
      attempts: [{ instructions: { kind: 'transfer', account: { value: told.account.value } } }],
      receipts: [{ amount: '25.00', queued: '0.00' }],
      missing: '25.00',
    });
    expect(shown.body).toHaveProperty(
      'why',
      expect.stringMatching(
        /^The payer got payment instructions at .+, and the full amount has not arrived/,
      ),
    );
  });
});

async function attemptsOf(id: string) {
  return running.db.selectFrom('payin_attempts').select('id').where('payin_id', '=', id).execute();
}

async function queueOf(id: string) {
  const rows = await running.db
    .selectFrom('attention')
    .select(['kind', 'detail'])
    .where('order_id', '=', id)
    .execute();
  return rows.map(({ kind, detail }) => `${kind}: ${detail}`);
}

/** Returns whether the sandbox has recorded an order's payment: an earlier inquiry would end it as never seen. */
async function isBooked({ db }: RunningService, id: string): Promise<boolean> {
  const { rows } = await sql`select from sandbox.transfers where order_id = ${id}`.execute(db);
  return rows.length === 1;
}
