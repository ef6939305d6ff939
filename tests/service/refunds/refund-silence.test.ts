import type { RefundAcquirer } from '#service/acquirers/port.ts';
import { createBatcher } from '#service/platform/database/batch.ts';
import { settleRefund } from '#service/refunds/settle.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { acquireBy, silence, withoutWaiting } from '../../support/acquirers/acquirer-doubles.ts';
import {
  attemptOf,
  gateBalance,
  createdRefund,
  FIRST_INQUIRY_MS,
  paidPayin,
  refundWhen,
} from '../../support/orders/orders.ts';
import { movedClock } from '../../support/process/clock.ts';
import { attentionOf, resolveAll } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = movedClock();
const running = serviceForTests({ now: clock.now });
afterEach(async () => {
  const { body } = await running.operator('ledger check');
  expect(body).toMatchObject({ ok: true, findings: [] });
});

const eur = () => gateBalance(running.client, 'EUR');

describe('an acquirer that does not answer a refund', () => {
  it('gets status inquiries, but never another refund request', async () => {
    const { id } = await paidPayin(running);
    let refunded = 0;
    acquireBy(running, 'refunds', {
      refund: () => {
        refunded += 1;
        return silence();
      },
      findOutcome: () => Promise.resolve({ outcome: 'refunded', reference: 'r' }),
    });
    const refund = await createdRefund(running, id);
    expect(refund.status).toBe('PROCESS_PENDING');
    clock.advance(FIRST_INQUIRY_MS);
    await refundWhen(running, refund.id, 'SUCCESS');
    expect(refunded).toBe(1);
  });

  it('and never saw the refund, fails it, and the reserve is released', async () => {
    const { id } = await paidPayin(running);
    const before = await eur();
    acquireBy(running, 'refunds', {
      findOutcome: () => Promise.resolve({ outcome: 'never_seen' }),
    });
    const { id: refundId } = await createdRefund(running, id);
    clock.advance(FIRST_INQUIRY_MS);
    expect(await refundWhen(running, refundId, 'FAILED')).toMatchObject({
      resolution: 'PROVIDER_ERROR',
      provider_error_message: 'The refund did not reach the acquirer.',
    });
    expect(await eur()).toEqual(before);
  });

  it('is waited for only so long, and believed when it answers later', async () => {
    const { id } = await paidPayin(running);
    let answer: (() => void) | undefined;
    const refund: RefundAcquirer['refund'] = () =>
      new Promise((resolve) => {
        answer = () => {
          resolve({ outcome: 'refunded', reference: 'r' });
        };
      });
    acquireBy(running, 'refunds', { refund });
    const made = await withoutWaiting(running, () => createdRefund(running, id));
    expect(made.status).toBe('PROCESS_PENDING');
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    await refundWhen(running, made.id, 'SUCCESS');
  });
});

describe('an acquirer that took nothing of a refund', () => {
  it('fails it at once', async () => {
    const { id } = await paidPayin(running);
    acquireBy(running, 'refunds', {
      refund: () => Promise.resolve({ outcome: 'not_taken', cause: 'unreachable' }),
    });
    expect(await createdRefund(running, id)).toMatchObject({ status: 'FAILED' });
  });

  it('because it supports none, fails it without being called', async () => {
    const { id } = await paidPayin(running);
    acquireBy(running, 'refunds', undefined);
    expect(await createdRefund(running, id)).toMatchObject({
      status: 'FAILED',
      resolution: 'SYSTEM_ERROR',
      resolution_code: 'PROVIDER_NOT_SUPPORTED',
    });
  });
});

describe('an acquirer that contradicts an ended refund', () => {
  it('because the money came back, is reported in the exception queue', async () => {
    const { id } = await paidPayin(running);
    acquireBy(running, 'refunds', {
      refund: () => Promise.resolve({ outcome: 'refunded', reference: 'r' }),
    });
    const refund = await createdRefund(running, id);
    const back = { outcome: 'refused', reference: 'r', message: 'account closed' } as const;
    await settleRefund(running.context, await attemptOf(running, 'refund', refund.id), back);
    expect(await attentionOf(running)).toMatchObject([{ kind: 'refund_returned', order_id: id }]);
    expect(await refundWhen(running, refund.id, () => true)).toEqual(refund);
    await resolveAll(running);
  });
});

it('settles a refund in two statements: one reads it, one writes everything', async () => {
  const { id } = await paidPayin(running);
  acquireBy(running, 'refunds', {
    refund: () => Promise.resolve({ outcome: 'pending', reference: 'r' }),
  });
  const refund = await createdRefund(running, id);
  let statements = 0;
  const db = running.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  });
  const context = { ...running.context, db, batches: createBatcher(db) };
  await settleRefund(context, await attemptOf(running, 'refund', refund.id), {
    outcome: 'refunded',
    reference: 'r',
  });
  expect(statements).toBe(2);
  expect(await refundWhen(running, refund.id, () => true)).toMatchObject({ status: 'SUCCESS' });
});
