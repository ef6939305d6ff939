/** Adyen's dispute webhooks, from the signed request to the ledger. */
import { randomBytes } from 'node:crypto';
import { hmacValidator as HmacValidator } from '@adyen/api-library';
import { valueIn } from '#contract/client/result.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startAdyenStandIn,
  type AdyenStandIn,
} from '../../support/acquirers/adyen/adyen-stand-in.ts';
import { addMethod, addRoute, addTerminal } from '../../support/database/seeds/methods.ts';
import {
  attemptOf,
  createdPayin,
  paidPayin,
  payinWhen,
  WITHOUT_FEES,
} from '../../support/orders/orders.ts';
import { begin, beginBody } from '../../support/orders/transfers.ts';
import { attentionOf, ledgerFindings, resolveAll } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
let adyen: AdyenStandIn;
let terminalId: string;
let gateIds: string[];
let methods: { card: string; phone: string };

beforeAll(async () => {
  adyen = await startAdyenStandIn();
  terminalId = await addTerminal(running, {
    adapter: 'adyen',
    settings: {
      merchant_account: adyen.merchantAccount,
      environment: 'TEST',
      api_url: adyen.baseUrl,
    },
    credentials: { api_key: adyen.apiKey, hmac_key: adyen.hmacKey },
    merchantId: running.sandbox.merchant_id,
  });
  const addAdyenMethod = async (method: object) => {
    const id = await addMethod(running, {
      method: { ...WITHOUT_FEES, ...method },
      route: { up: false },
    });
    await addRoute(running, { methodId: id, terminalId, priority: 0 });
    return id;
  };
  methods = {
    card: await addAdyenMethod({}),
    phone: await addAdyenMethod({ payment_source: 'PHONE' }),
  };
  const gates = await running.db
    .selectFrom('gate_methods')
    .select('gate_id')
    .where('id', 'in', Object.values(methods))
    .execute();
  gateIds = gates.map(({ gate_id: id }) => id);
});
afterAll(() => adyen.close());

/** Returns what the two gates have available and in their dispute reserves. */
async function accounts() {
  const rows = await running.db
    .selectFrom('gate_accounts')
    .select(['available_minor as available', 'dispute_reserve_minor as reserved'])
    .where('gate_id', 'in', gateIds)
    .execute();
  const sum = (of: 'available' | 'reserved') =>
    rows.reduce((total, row) => total + Number(row[of]), 0);
  return [sum('available') / 100, sum('reserved') / 100];
}

/** Returns how Adyen sends webhooks about a payin that was paid. */
async function adyenOf(payinId: string) {
  const attemptId = await attemptOf(running, 'payin', payinId);
  const payment = adyen.payments.get(attemptId);
  if (payment === undefined) throw new Error('Adyen has no such payment');
  const base = await accounts();
  const dispute = randomBytes(8).toString('hex').toUpperCase();
  const send = (eventCode: string, members: object = {}, additionalData: object = {}) => {
    const item = {
      pspReference: dispute,
      originalReference: payment.pspReference,
      merchantAccountCode: adyen.merchantAccount,
      merchantReference: attemptId,
      amount: payment.amount,
      eventCode,
      eventDate: '2026-02-01T10:00:00+01:00',
      paymentMethod: payment.method,
      reason: 'dispute',
      success: 'true',
      ...members,
    };
    const hmacSignature = new HmacValidator().calculateHmac(item as never, adyen.hmacKey);
    const signed = { ...item, additionalData: { ...additionalData, hmacSignature } };
    return post([signed]);
  };
  /** The form that Adyen publishes, unless a setting of the webhook adds the original reference. */
  const byPayment = (eventCode: string, members: object = {}) =>
    send(eventCode, {
      pspReference: payment.pspReference,
      originalReference: undefined,
      ...members,
    });
  const moved = async () => {
    const now = await accounts();
    return now.map((amount, index) => Math.round((amount - (base[index] ?? 0)) * 100) / 100);
  };
  const statuses = async () => {
    const { content } = valueIn(await running.client.listDisputes({ payin_id: payinId }));
    return content.map(({ status }) => status);
  };
  return { payment, dispute, send, byPayment, moved, statuses };
}

async function post(items: object[]): Promise<number> {
  const body = JSON.stringify({
    live: 'false',
    notificationItems: items.map((one) => ({ NotificationRequestItem: one })),
  });
  return postBody(body);
}

async function postBody(body: BodyInit): Promise<number> {
  const url = `${running.baseUrl}/api/v1/notifications/${terminalId}`;
  const answer = await fetch(url, { method: 'POST', body });
  await answer.arrayBuffer();
  return answer.status;
}

/** Delivers all webhooks that Adyen has sent about a reference. */
async function deliver(reference: string): Promise<void> {
  for (const { body } of adyen.notifications(reference)) {
    expect(await postBody(body as BodyInit)).toBe(200);
  }
}

const payByCard = (amount = 12.5) =>
  paidPayin(running, { merchant_gate_method_id: methods.card, amount });

async function payByPhone() {
  const { id } = await createdPayin(running, {
    merchant_gate_method_id: methods.phone,
    amount: 12.5,
    customer: { email: 'ada@shop.example' },
  });
  expect(await begin(running, id, beginBody('PHONE'))).toMatchObject({ ok: true });
  const attemptId = await attemptOf(running, 'payin', id);
  adyen.answerPhone(attemptId, 'approve');
  await deliver(attemptId);
  return payinWhen(running, id, 'SUCCESS');
}

describe('Adyen', () => {
  it.each([
    ['a card', payByCard],
    ['MB WAY', payByPhone],
  ])('wins, loses and wins a dispute of %s that later events do not name', async (_, pay) => {
    const { id } = await pay();
    const { send, byPayment, moved, statuses } = await adyenOf(id);
    expect(await send('NOTIFICATION_OF_CHARGEBACK')).toBe(200);
    expect(await send('CHARGEBACK')).toBe(200);
    expect([await statuses(), await moved()]).toEqual([['OPEN'], [-12.5, 12.5]]);
    expect(await byPayment('CHARGEBACK_REVERSED')).toBe(200);
    expect([await statuses(), await moved()]).toEqual([['WON'], [0, 0]]);
    expect(await byPayment('SECOND_CHARGEBACK')).toBe(200);
    expect([await statuses(), await moved()]).toEqual([['LOST'], [-12.5, 0]]);
    expect(await byPayment('PREARBITRATION_WON', { originalReference: null })).toBe(200);
    expect([await statuses(), await moved()]).toEqual([['WON'], [0, 0]]);
    expect(await byPayment('PREARBITRATION_LOST')).toBe(200);
    expect([await statuses(), await moved()]).toEqual([['WON'], [0, 0]]);
    expect(await resolveAll(running)).toMatchObject([{ kind: 'dispute_unmatched', order_id: id }]);
    expect(await ledgerFindings(running)).toEqual([]);
  });

  it('moves no money by a replay whose unsigned members were changed', async () => {
    const { id } = await payByCard();
    const { send, byPayment, moved, statuses } = await adyenOf(id);
    await send('CHARGEBACK', {}, { disputeStatus: 'Undefended', chargebackReasonCode: '13.1' });
    await byPayment('CHARGEBACK_REVERSED');
    const late = { eventDate: '2027-01-01T00:00:00+01:00', reason: 'changed' };
    for (const disputeStatus of ['Lost', 'Accepted', 'Expired', 'Pending']) {
      expect(await send('CHARGEBACK', late, { disputeStatus })).toBe(200);
    }
    expect([await statuses(), await moved()]).toEqual([['WON'], [0, 0]]);
    expect(await attentionOf(running)).toEqual([]);
    const { content } = valueIn(await running.client.listDisputes({ payin_id: id }));
    const dispute = valueIn(await running.client.getDispute(content[0]?.id ?? ''));
    expect(dispute.history?.map(({ event }) => event)).toEqual([
      'CHARGEBACK',
      'CHARGEBACK_REVERSED',
    ]);
    await byPayment('SECOND_CHARGEBACK');
    for (const day of ['03', '04', '04']) {
      await byPayment('CHARGEBACK_REVERSED', { eventDate: `2027-01-${day}T00:00:00+01:00` });
    }
    expect([await statuses(), await moved()]).toEqual([['LOST'], [-12.5, 0]]);
    expect(await resolveAll(running)).toMatchObject([{ kind: 'dispute_unmatched', order_id: id }]);
  });

  it.each(['Accepted', 'Expired', 'Lost'])(
    'leaves a chargeback open whose unsigned status is %s, for a person to end',
    async (disputeStatus) => {
      const { id } = await payByCard();
      const { send, moved, statuses } = await adyenOf(id);
      expect(await send('CHARGEBACK', {}, { disputeStatus })).toBe(200);
      expect([await statuses(), await moved()]).toEqual([['OPEN'], [-12.5, 12.5]]);
      const [row, ...rows] = await resolveAll(running);
      expect(rows).toEqual([]);
      expect(row).toMatchObject({ kind: 'acquirer_notice', order_id: id });
      expect(row?.detail).toContain(`the dispute is ${disputeStatus}, which is not signed`);
    },
  );

  it('reserves nothing for documents whose unsigned reason says that they answer a chargeback', async () => {
    const { id } = await payByCard();
    const { send, moved, statuses } = await adyenOf(id);
    await send('REQUEST_FOR_INFORMATION', {}, { rfiReasonCode: '33' });
    await send('INFORMATION_SUPPLIED', {}, { chargebackReasonCode: '10.4' });
    expect([await statuses(), await moved()]).toEqual([['UNDER_REVIEW'], [0, 0]]);
    await send('CHARGEBACK');
    expect([await statuses(), await moved()]).toEqual([['UNDER_REVIEW'], [-12.5, 12.5]]);
  });
});
