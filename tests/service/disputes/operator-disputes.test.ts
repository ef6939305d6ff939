import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { openedDispute, toldOf } from '../../support/orders/disputes.ts';
import { createdRefund, paidPayin } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

const listed = z.object({
  items: z.array(
    z.object({ id: z.string(), payin_id: z.string(), status: z.string(), merchant: z.string() }),
  ),
});

async function listedBy(input: object) {
  const { body } = await running.operator('disputes list', { ...input });
  return listed.parse(body).items;
}

describe('disputes list', () => {
  it('lists disputes that await an answer by deadline, page by page', async () => {
    const [late, soon, never] = [
      await paidPayin(running),
      await paidPayin(running),
      await paidPayin(running),
    ];
    await toldOf(running, never.id, 'inquiry_opened');
    await toldOf(running, late.id, 'charged_back', { answerBy: new Date('2031-02-01T00:00:00Z') });
    await toldOf(running, soon.id, 'charged_back', { answerBy: new Date('2031-01-01T00:00:00Z') });
    const ids = (await listedBy({})).map((item) => item.payin_id);
    expect(ids).toEqual([soon.id, late.id, never.id]);
    const first = await running.operator('disputes list', { limit: 1 });
    const { next } = z.object({ next: z.string() }).parse(first.body);
    expect(await listedBy({ after: next, limit: 1 })).toMatchObject([{ payin_id: late.id }]);
    await toldOf(running, soon.id, 'won');
    expect(await listedBy({ payin: soon.id })).toMatchObject([{ status: 'WON' }]);
    expect((await listedBy({})).map((item) => item.payin_id)).toEqual([late.id, never.id]);
    expect(await listedBy({ status: 'WON' })).toMatchObject([{ payin_id: soon.id }]);
    await toldOf(running, late.id, 'lost');
    const all = [never.id, soon.id, late.id];
    expect((await listedBy({ all: true })).map((item) => item.payin_id)).toEqual(all);
    const { body } = await running.operator('disputes list', { all: true, limit: 2 });
    const { next: behind } = z.object({ next: z.string() }).parse(body);
    expect(await listedBy({ all: true, after: behind })).toMatchObject([{ payin_id: late.id }]);
  });
});

describe('the order of a dispute', () => {
  it('shows its movements and the refundable amount, and the ledger finds the movements by order', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    await createdRefund(running, id, { amount: 30 });
    const shown = async () => (await running.operator('orders show', { order: id })).body;
    await toldOf(running, id, 'charged_back');
    expect(await shown()).toMatchObject({
      refundable: '0.00',
      movements: [{}, {}, {}, { kind: 'dispute_reserve' }],
    });
    const { body } = await running.operator('ledger movements', { order: id });
    expect(body).toMatchObject({
      items: [
        { kind: 'dispute_reserve', order: id },
        { kind: 'refund_settle', order: id },
        { kind: 'refund_reserve', order: id },
        { kind: 'payin_success', order: id },
      ],
    });
    await toldOf(running, id, 'won');
    expect(await shown()).toMatchObject({ refundable: '70.00' });
  });
});

describe('disputes answered', () => {
  it('puts a dispute under review once, and records the operator in its history and the audit log', async () => {
    const dispute = await openedDispute(running);
    const input = { dispute, note: 'Signed receipt.', reason: 'case 7' };
    expect(await running.operator('disputes answered', input)).toMatchObject({ status: 200 });
    const { body } = await running.operator('disputes show', { dispute });
    expect(body).toMatchObject({
      status: 'UNDER_REVIEW',
      answer_by: null,
      history: [
        { step: 'charged_back', actor: null },
        { event: 'answered', step: 'answered', detail: 'Signed receipt.', actor: 'operator key' },
      ],
    });
    expect(await running.operator('disputes answered', input)).toMatchObject({ status: 409 });
    const { body: audit } = await running.operator('audit list', {});
    expect(JSON.stringify(audit)).toContain(`dispute ${dispute}`);
    const number = { dispute, note: '4242 4242 4242 4242' };
    expect(await running.operator('disputes answered', number)).toMatchObject({ status: 400 });
  });
});

describe('disputes end', () => {
  it('ends a dispute that its acquirer leaves open, and moves its money; a later notice overrides it', async () => {
    const { id } = await paidPayin(running);
    const dispute = await openedDispute(running, id);
    const input = {
      dispute,
      outcome: 'lost',
      note: 'As the Customer Area says.',
      reason: 'case 8',
    };
    const otherwise = await running.operator('disputes end', { ...input, outcome: 'closed' });
    expect(otherwise).toMatchObject({
      status: 409,
      body: { detail: 'A chargeback is won or lost; an inquiry is closed.' },
    });
    expect(await running.operator('disputes end', input)).toMatchObject({ status: 200 });
    const show = async () => (await running.operator('disputes show', { dispute })).body;
    expect(await show()).toMatchObject({
      status: 'LOST',
      money: 'lost',
      history: [{}, { event: 'ended', step: 'lost', actor: 'operator key' }],
    });
    const again = await running.operator('disputes end', { ...input, outcome: 'won' });
    expect(again).toMatchObject({
      status: 409,
      body: { detail: 'The dispute has already ended.' },
    });
    await toldOf(running, id, 'won', { reportedAt: new Date('2020-01-01T00:00:00Z') });
    expect(await show()).toMatchObject({ status: 'WON', money: 'untouched' });
    const { body: ledger } = await running.operator('ledger check', {});
    expect(ledger).toMatchObject({ ok: true, findings: [] });
  });
});

describe('disputes evidence', () => {
  it("returns the order's evidence as a page and as JSON, without card number, security code or secret", async () => {
    const { id } = await paidPayin(running, {
      amount: 30,
      customer: { first_name: 'Ada', email: 'ada@shop.example' },
    });
    await running.db
      .updateTable('payin_attempts')
      .set({ authentication: 'challenged', eci: '05' })
      .where('payin_id', '=', id)
      .execute();
    await createdRefund(running, id, { amount: 10 });
    await toldOf(running, id, 'charged_back', { reasonCode: '10.4', detail: '<script>' });
    const [dispute] = await listedBy({ payin: id });
    const { body } = await running.operator('disputes evidence', { dispute: dispute?.id });
    const { html, json } = z.object({ html: z.string(), json: z.string() }).parse(body);
    expect(JSON.parse(json)).toMatchObject({
      dispute: { reason_code: '10.4', status: 'OPEN', history: [{ step: 'charged_back' }] },
      order: { id, amount: '30.00', account: '424242******4242' },
      attempts: [{ outcome: 'approved', authentication: 'challenged', eci: '05' }],
      refunds: [{ amount: 10, status: 'SUCCESS' }],
      // Those of the order, its refund and its dispute.
      webhooks: [{ state: expect.any(String) as string }, {}, {}],
    });
    for (const file of [html, json]) {
      expect(file).toContain('424242******4242');
      expect(file).toContain('ada@shop.example');
      expect(file).not.toMatch(/4242\D?4242\D?4242\D?4242/);
      for (const secret of ['whsec_', 'tg_test_', running.sandbox.api_secret]) {
        expect(file).not.toContain(secret);
      }
    }
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script');
  });
});
