import { randomUUID } from 'node:crypto';
import { valueIn } from '#contract/client/result.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acquireBy } from '../../support/acquirers/acquirer-doubles.ts';
import { createdPayin, createdRefund, paidPayin, refundWhen } from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

const made = z.object({ id: z.uuid(), status: z.string() });

async function refundByHand(input: object) {
  const { status, body } = await running.operator('refunds create', input);
  expect({ status, body }).toMatchObject({ status: 200 });
  return made.parse(body);
}

const auditOf = async (order: string) =>
  (await running.operator('audit list', { subject: `order ${order}` })).body;

describe('an operator who refunds a payin', () => {
  it('refunds it for the merchant, who reads the refund like any other', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const input = { order: id, amount: '40.00', comment: 'late', reason: 'agreed on the phone' };
    const { body } = await running.operator('refunds create', input);
    const { id: refund } = made.parse(body);
    expect(body).toMatchObject({
      order: id,
      status: 'SUCCESS',
      currency: 'EUR',
      amount: '40.00',
      payer_gets: '40.00',
      cost: '40.00',
      terminal: 'sandbox',
      next_inquiry_at: null,
      comment: 'late',
    });
    expect(valueIn(await running.client.getRefund(refund))).toMatchObject({
      payin_id: id,
      status: 'SUCCESS',
      amount: 40,
      comment: 'late',
    });
    expect((await running.operator('refunds show', { refund })).body).toEqual(body);
  });

  it('leaves one audit row, without the comment', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const refund = await refundByHand({ order: id, comment: 'Jane Doe', reason: 'asked for it' });
    const shown = valueIn(await running.client.getRefund(refund.id));
    const audit = await auditOf(id);
    expect(audit).toMatchObject({
      items: [
        {
          command: 'refunds create',
          reason: 'asked for it',
          after: JSON.stringify({
            refund: refund.id,
            reference_id: shown.reference_id,
            status: 'IN_PROGRESS',
            currency: 'EUR',
            amount: '100.00',
          }),
        },
      ],
    });
    expect(JSON.stringify(audit)).not.toContain('Jane Doe');
  });

  it('and repeats the request makes one refund, and one audit row', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const input = { order: id, amount: '60.00', reference: randomUUID() };
    const first = await refundByHand(input);
    expect(await refundByHand(input)).toEqual(first);
    expect(await auditOf(id)).toMatchObject({ items: [{ command: 'refunds create' }] });
    const another = await running.operator('refunds create', { ...input, amount: '1.00' });
    expect(another).toMatchObject({ status: 409 });
    expect(JSON.stringify(another.body)).toContain('A different refund has this reference');
  });

  it('is told how much is left if the amount is too large, and nothing is created', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    await createdRefund(running, id, { amount: 88 });
    expect(await running.operator('refunds create', { order: id, amount: '12.01' })).toMatchObject({
      status: 409,
      body: {
        detail:
          'Only 12.00 EUR of the payin is left to refund: 88.00 EUR is refunded or being refunded.',
      },
    });
    for (const amount of ['0', '1.001']) {
      const { status, body } = await running.operator('refunds create', { order: id, amount });
      const detail = 'Must be above zero, with at most two decimals.';
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/amount', detail }] },
      });
    }
    const cards = { order: id, comment: '4242 4242 4242 4242' };
    const refused = await running.operator('refunds create', cards);
    expect(refused).toMatchObject({ status: 400 });
    expect(JSON.stringify(refused.body)).toMatch(/"\/comment".*card number/);
    expect(JSON.stringify(refused.body)).not.toMatch(/4242 ?4242/);
    expect(valueIn(await running.client.listRefunds({ payin_id: id })).content).toHaveLength(1);
  });

  it('creates a FAILED refund if a rule forbids it, named in the answer and the audit', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const [gate] = (
      await running.db.selectFrom('payins').select('gate_id').where('id', '=', id).execute()
    ).map((row) => row.gate_id);
    await running.operator('gates freeze', { gate });
    const { body } = await running.operator('refunds create', { order: id, amount: '1.00' });
    await running.operator('gates thaw', { gate });
    expect(body).toMatchObject({ status: 'FAILED', resolution_code: 'BALANCE_UPDATE_FAILED' });
    expect(await auditOf(id)).toMatchObject({
      items: [{ after: expect.stringContaining('"status":"FAILED"') as string }],
    });
  });
});

describe('the timeline of a payin', () => {
  it('shows its refunds with their outcomes, movements, and the refundable rest', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const { id: refund } = await createdRefund(running, id, { amount: 30 });
    await createdRefund(running, id, { amount: 40.21 });
    const { body } = await running.operator('orders show', { order: id });
    expect(body).toMatchObject({
      status: 'SUCCESS',
      refundable: '70.00',
      refunds: [
        {
          id: refund,
          status: 'SUCCESS',
          amount: '30.00',
          terminal: 'sandbox',
          transitions: [
            { from_status: null, to_status: 'CREATED', cause: 'accepted' },
            { from_status: 'CREATED', to_status: 'IN_PROGRESS', cause: 'amount_reserved' },
            { from_status: 'IN_PROGRESS', to_status: 'SUCCESS', cause: 'provider_refunded' },
          ],
        },
        { status: 'FAILED', amount: '40.21', provider_error_message: 'refund refused' },
      ],
    });
    const kinds = z
      .object({ movements: z.array(z.object({ kind: z.string() })) })
      .parse(body)
      .movements.map(({ kind }) => kind);
    expect(kinds).toEqual([
      'payin_success',
      'refund_reserve',
      'refund_settle',
      'refund_reserve',
      'refund_release',
    ]);
    const listed = await running.operator('ledger movements', { order: id, kind: 'refund_settle' });
    expect(listed.body).toMatchObject({ items: [{ order: id }] });
  });

  it('shows nothing about refunds of an unpaid payin', async () => {
    const { id } = await createdPayin(running);
    const { body } = await running.operator('orders show', { order: id });
    expect(body).toMatchObject({ refundable: null, refunds: [] });
  });
});

describe('the list of refunds', () => {
  it('shows all merchants or one, filtered by payin and status, newest first, page by page', async () => {
    const { id } = await paidPayin(running, { amount: 100 });
    const first = await createdRefund(running, id, { amount: 1 });
    const second = await createdRefund(running, id, { amount: 2 });
    const failed = await createdRefund(running, id, { amount: 40.21 });
    const list = async (input: object) => (await running.operator('refunds list', input)).body;
    const page = await list({ order: id, limit: 2 });
    expect(page).toMatchObject({ items: [{ id: failed.id }, { id: second.id }], next: second.id });
    expect(await list({ order: id, limit: 2, after: second.id })).toMatchObject({
      items: [{ id: first.id, order: id }],
    });
    expect(await list({ order: id, status: 'FAILED' })).toMatchObject({
      items: [{ id: failed.id }],
    });
    const { merchant_id: own, other_merchant: other } = running.sandbox;
    expect(await list({ merchant: own, limit: 1 })).toMatchObject({ items: [{ id: failed.id }] });
    expect(await list({ merchant: other.merchant_id })).toEqual({ items: [] });
  });

  it('shows when the next status inquiry about a pending refund is due', async () => {
    const { id } = await paidPayin(running);
    acquireBy(running, 'refunds', {
      refund: () => Promise.resolve({ outcome: 'pending', reference: 'r' }),
      findOutcome: () => Promise.resolve({ outcome: 'pending', reference: 'r' }),
    });
    const { id: refund } = await createdRefund(running, id);
    await refundWhen(running, refund, 'PROCESS_PENDING');
    const { body } = await running.operator('refunds show', { refund });
    expect(body).toMatchObject({
      status: 'PROCESS_PENDING',
      next_inquiry_at: expect.stringMatching(/Z$/) as string,
    });
  });
});
