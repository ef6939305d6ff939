import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { TransferAcquirer, TransferOutcome } from '#service/acquirers/port.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { acquireBy, delayedAnswers, silence } from '../../support/acquirers/acquirer-doubles.ts';
import { createdPayin, payinWhen } from '../../support/orders/orders.ts';
import {
  bank,
  begin,
  beginBody,
  checkoutOf,
  createdTransfer,
} from '../../support/orders/transfers.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock();
const running = serviceForTests({ now: clock.now });

function giveUp(id: string) {
  const { keyId: apiKeyId, secret: apiSecret } = running.service.pageKey;
  const page = running.clientFor({ apiKeyId, apiSecret });
  return page.call(ENDPOINTS.giveUpTransfer, { params: { id } });
}

async function begun(source: 'BLIK' | 'PHONE', overrides = {}) {
  const { id } = await createdTransfer(running, source, overrides);
  await begin(running, id, beginBody(source));
  await payinWhen(running, id, 'PROCESS_PENDING');
  return id;
}

async function outcomesOf(id: string) {
  const attempts = await running.db
    .selectFrom('payin_attempts')
    .select('outcome')
    .where('payin_id', '=', id)
    .orderBy('created_at')
    .execute();
  return attempts.map(({ outcome }) => outcome);
}

const CONFIRM = {
  outcome: 'waiting',
  reference: 'r',
  instructions: { kind: 'confirm', where: 'bank_app' },
} as const satisfies TransferOutcome;
const APPROVED = { outcome: 'approved', reference: 'r' } as const;
const ABANDONED = { outcome: 'abandoned' } as const;

describe('a payment that waits for a confirmation in an app', () => {
  it.each([
    ['BLIK', 120],
    ['PHONE', 300],
  ] as const)('by %s says until when its payer can confirm', async (source, seconds) => {
    const id = await begun(source);
    const { transfer, now } = await checkoutOf(running, id);
    expect(transfer?.instructions).toMatchObject({ kind: 'confirm', confirm_by: now + seconds });
  });

  it('by phone shows the masked number that was typed, and only to the payer', async () => {
    const id = await begun('PHONE');
    const { transfer, order } = await checkoutOf(running, id);
    expect(transfer).toMatchObject({ asks: { phone: false }, phone_hint: '+********5678' });
    expect(order.payment_method_data).toBeUndefined();
  });

  it('given up awaits another, without a decline, and for a phone asks for the number', async () => {
    const id = await begun('PHONE', { customer: { phone: '+4915550001234' } });
    expect(await giveUp(id)).toMatchObject({ ok: true });
    const { order, transfer, last_failure: failure } = await checkoutOf(running, id);
    expect(order.status).toBe('CREATED');
    expect(failure).toBeUndefined();
    expect(transfer).toEqual({ asks: { cpf: false, phone: true, banks: [] } });
    clock.advance(1_000);
    await begin(running, id, beginBody('PHONE'));
    await payinWhen(running, id, 'PROCESS_PENDING');
    await bank(running, id, 'approve');
    await payinWhen(running, id, 'SUCCESS');
    expect(await outcomesOf(id)).toEqual(['abandoned', 'approved']);
  });

  it('confirmed before it was given up is paid', async () => {
    const id = await begun('BLIK');
    await Promise.all([bank(running, id, 'approve'), giveUp(id)]);
    const { status } = await payinWhen(running, id, ({ status }) => status !== 'PROCESS_PENDING');
    expect(await outcomesOf(id)).toEqual([status === 'SUCCESS' ? 'approved' : 'abandoned']);
  });

  it('has no second attempt after the last', async () => {
    const id = await begun('BLIK');
    await running.db.updateTable('payins').set({ max_attempts: 0 }).where('id', '=', id).execute();
    expect(await giveUp(id)).toMatchObject({ ok: false, status: 409 });
    expect((await payinWhen(running, id, () => true)).status).toBe('PROCESS_PENDING');
  });

  it.each(['P2P', 'CRYPTO', 'PIX'] as const)(
    'is not what an order by %s has, which cannot be given up',
    async (source) => {
      const { id } = await createdTransfer(running, source);
      await begin(running, id, beginBody(source));
      await payinWhen(running, id, 'PROCESS_PENDING');
      expect(await giveUp(id)).toMatchObject({ ok: false, status: 409 });
    },
  );

  it('is not what a card order or an order without an attempt has', async () => {
    const card = await createdPayin(running);
    const created = await createdTransfer(running, 'BLIK');
    expect(await giveUp(card.id)).toMatchObject({ ok: false, status: 409 });
    expect(await giveUp(created.id)).toMatchObject({ ok: false, status: 409 });
    expect(await giveUp(randomUUID())).toMatchObject({ ok: false, status: 404 });
  });
});

describe('an acquirer that cannot give a payment up at once', () => {
  let restore: (() => void) | undefined;
  afterEach(() => restore?.());

  async function begunAt(double: Partial<TransferAcquirer>) {
    const { context } = running;
    const { terminals } = context;
    restore = () => {
      context.terminals = terminals;
    };
    const begins = vi.fn(() => Promise.resolve(CONFIRM));
    acquireBy(running, 'transfers', { begin: begins, ...double });
    return { id: await begun('BLIK'), begins };
  }

  it('is asked until the attempt has ended, and no other payment begins before', async () => {
    let outcome: TransferOutcome = { ...CONFIRM, instructions: undefined };
    const ask = () => Promise.resolve(outcome);
    const { id, begins } = await begunAt({ giveUp: ask, findOutcome: ask });
    expect(await giveUp(id)).toMatchObject({ ok: true });
    expect((await checkoutOf(running, id)).transfer).toMatchObject({ giving_up: true });
    expect((await checkoutOf(running, id)).transfer?.instructions).toBeUndefined();
    clock.advance(1_000);
    expect(await begin(running, id, beginBody('BLIK'))).toMatchObject({ ok: true });
    expect(begins).toHaveBeenCalledTimes(1);
    outcome = ABANDONED;
    clock.advance(60_000);
    await payinWhen(running, id, 'CREATED');
    expect((await checkoutOf(running, id)).transfer?.giving_up).toBeUndefined();
    await begin(running, id, beginBody('BLIK'));
    await payinWhen(running, id, 'PROCESS_PENDING');
    expect(begins).toHaveBeenCalledTimes(2);
  });

  it('and does not answer is asked again, by the status inquiry', async () => {
    let answers = false;
    const giveUpThere = vi.fn(() => (answers ? Promise.resolve(ABANDONED) : silence()));
    const { id } = await begunAt({
      giveUp: giveUpThere,
      findOutcome: () => Promise.resolve(CONFIRM),
    });
    expect(await giveUp(id)).toMatchObject({ ok: true });
    expect((await payinWhen(running, id, () => true)).status).toBe('PROCESS_PENDING');
    answers = true;
    clock.advance(60_000);
    await payinWhen(running, id, 'CREATED');
    expect(await outcomesOf(id)).toEqual(['abandoned']);
  });

  it.each([
    ['approved', APPROVED, 'SUCCESS'],
    ['abandoned', ABANDONED, 'CREATED'],
  ] as const)(
    'takes no second payment while it is asked, however often and by however many: %s',
    async (_, answer, status) => {
      const answers = delayedAnswers<TransferOutcome>();
      const { id, begins } = await begunAt({
        giveUp: answers.ask,
        findOutcome: () => Promise.resolve(CONFIRM),
      });
      const given = Promise.all([giveUp(id), giveUp(id)]);
      await expect.poll(answers.asked).toBeGreaterThan(1);
      clock.advance(1_000);
      const tabs = await Promise.all([1, 2].map(() => begin(running, id, beginBody('BLIK'))));
      expect(tabs.map(({ ok }) => ok)).toEqual([true, true]);
      answers.answer(answer);
      await given;
      await payinWhen(running, id, status);
      expect(begins).toHaveBeenCalledTimes(1);
      expect(await outcomesOf(id)).toEqual([answer.outcome]);
    },
  );
});
