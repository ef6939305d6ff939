import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import {
  cardDataBody,
  createdPayin,
  paidPayin,
  payinBody,
  payoutBody,
  refundBody,
} from '../../support/orders/orders.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

/** Changes the version of the merchant's settings, as another process does. This one remembers the former. */
async function changeElsewhere(): Promise<void> {
  await sql`update merchants set config_version = config_version + 1`.execute(running.db);
}

describe('a request after another process changed the settings', () => {
  let payinId = '';
  beforeEach(async () => {
    ({ id: payinId } = await createdPayin(running, {}));
    await changeElsewhere();
  });

  it.each([
    ['creates a payin', () => running.client.createPayin(payinBody(running))],
    ['submits a card', () => running.client.submitCardData(cardDataBody(payinId))],
    ['reads a payin', () => running.client.getPayin(payinId)],
    ['finds payins', () => running.client.findPayins('')],
    ['lists payins', () => running.client.listPayins({ page: 1, size: 10 })],
    ['creates a payout', () => running.client.createPayout(payoutBody(running))],
    ['finds payouts', () => running.client.findPayouts('none')],
    ['lists payouts', () => running.client.listPayouts({ page: 1, size: 10 })],
    ['reads balances', () => running.client.getBalances()],
    ['lists methods', () => running.client.listMethods()],
  ])('%s with the new ones', async (_, request) => {
    expect(await request()).toMatchObject({ ok: true });
  });

  it('refunds a payin with the new ones', async () => {
    const { id } = await paidPayin(running);
    await changeElsewhere();
    expect(await running.client.createRefund(refundBody(id))).toMatchObject({ ok: true });
  });
});
