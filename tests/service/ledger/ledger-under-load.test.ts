// @module-tag apart
import { isFinal } from '#domain/order/status.ts';
import { releaseRetentions } from '#service/reconciliation/release-retentions.ts';
import { expect, it } from 'vitest';
import { resolveAll } from '../../support/process/operator-answers.ts';
import {
  cardDataBody,
  createdPayin,
  payinWhen,
  createdPayout,
  PAID_CARD,
  payoutWhen,
  PENDING_CARD,
  REFUSED_CARD,
} from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

const ROUNDS = 8;
const CARDS = ['4242424242424242', '4000000000009979', '4000000000000077'];
const DESTINATIONS = [PAID_CARD, REFUSED_CARD, PENDING_CARD];

async function payIn(cardNumber: string): Promise<void> {
  const { id } = await createdPayin(running, { method: 'card_eur' });
  await running.client.submitCardData(cardDataBody(id, { card_number: cardNumber }));
  const order = await payinWhen(running, id, ({ status }) => isFinal(status));
  expect(isFinal(order.status)).toBe(true);
}

async function payOut(destination: string, failByHand: boolean): Promise<void> {
  const split = { method: 'payout_split_eur', amount: 2_100.01 };
  const { id } = await createdPayout(running, {
    destination_account: destination,
    ...(failByHand && split),
  });
  if (failByHand) await running.operator('orders fail', { order: id });
  const order = await payoutWhen(running, id, ({ status }) => isFinal(status));
  expect(isFinal(order.status)).toBe(true);
}

it('the ledger is right after concurrent payins, payouts, groups, releases and operator commands', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([
      ...(round % 4 === 0 ? CARDS : CARDS.slice(0, 2)).map(payIn),
      ...(round % 4 === 0 ? DESTINATIONS : DESTINATIONS.slice(0, 2)).map((destination, index) =>
        payOut(destination, (round + index) % 3 === 0),
      ),
      releaseRetentions({ ...running.context, now: () => new Date(Date.now() + 3 * 86_400_000) }),
    ]);
  }
  // Payins paid after an operator failed them stay in the exception queue until resolved.
  await resolveAll(running);
  const { body } = await running.operator('ledger check');
  expect(body).toMatchObject({ ok: true, findings: [] });
});
