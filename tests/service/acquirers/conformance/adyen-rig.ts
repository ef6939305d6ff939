import { randomBytes } from 'node:crypto';
import { hmacValidator as HmacValidator } from '@adyen/api-library';
import { z } from 'zod';
import { adyenAdapter } from '#service/acquirers/adyen/adapter.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { SentNotification } from '../../../support/acquirers/stand-in.ts';
import { TOOLS, type AcquirerRig } from './rig.ts';
import { SANDBOX_CARDS } from './sandbox-rig.ts';
import { TRANSFER_INPUTS } from './transfer-rig.ts';
import {
  REFUSED_REFUND,
  startAdyenStandIn,
  type PhoneAnswer,
} from '../../../support/acquirers/adyen/adyen-stand-in.ts';

const NOTICE_EVENTS = ['CAPTURE_FAILED', 'NOTIFICATION_OF_FRAUD', 'REFUND'];
const DISPUTE_EVENTS = [
  'REQUEST_FOR_INFORMATION',
  'NOTIFICATION_OF_CHARGEBACK',
  'CHARGEBACK',
  'INFORMATION_SUPPLIED',
  'CHARGEBACK_REVERSED',
  'SECOND_CHARGEBACK',
];

export async function adyenRig(): Promise<AcquirerRig> {
  const adyen = await startAdyenStandIn();
  const proxy = await startFaultProxy(adyen.baseUrl);
  const sign = (item: { additionalData?: object; [member: string]: unknown }): SentNotification => {
    const hmacSignature = new HmacValidator().calculateHmac(item as never, adyen.hmacKey);
    return itemSent({ ...item, additionalData: { ...item.additionalData, hmacSignature } });
  };
  const terminalOf = (apiKey: string) => ({
    settings: {
      merchant_account: adyen.merchantAccount,
      environment: 'TEST',
      api_url: proxy.baseUrl,
    },
    credentials: { api_key: apiKey, hmac_key: adyen.hmacKey },
  });
  const taken = (attemptId: string) => {
    const authorised = [...adyen.payments.values()].filter(
      ({ reference, state }) => reference === attemptId && state === 'authorised',
    );
    return Promise.resolve(authorised.reduce((sum, { amount }) => sum + BigInt(amount.value), 0n));
  };
  // A phone without an open request rejects.
  const phone = async (id: string, answer: PhoneAnswer) => {
    await Promise.resolve(adyen.answerPhone(id, answer));
  };
  const connect = (apiKey: string) => adyenAdapter.connect(terminalOf(apiKey), TOOLS);
  return {
    description: adyenAdapter.describe(),
    terminal: terminalOf(adyen.apiKey),
    acquirer: await connect(adyen.apiKey),
    wrong: await connect('wrong'),
    network: {
      proxy,
      charging: /^POST \/v72\/payments$/,
      otherAmount: (body) => body.replace('"value":1250', '"value":1249'),
      otherAttempt: (body) =>
        body.replace(/"merchantReference":"[^"]*"/, '"merchantReference":"x"'),
    },
    cards: SANDBOX_CARDS,
    issuerChecksRecords: true,
    taken,
    // If the stand-in throws, the promise rejects, like an unreachable page.
    answerChallenge: async (url, answer) => Promise.resolve(adyen.answerChallenge(url, answer)),
    decidePending: adyen.decidePending,
    notifications: adyen.notifications,
    payAgain(attemptId) {
      const first = adyen.payments.get(attemptId);
      if (first === undefined) throw new Error('Adyen has no such payment');
      const reference = `AGAIN${first.pspReference}`;
      adyen.payments.set(reference, { ...first, pspReference: reference });
      const item = {
        pspReference: reference,
        merchantAccountCode: adyen.merchantAccount,
        merchantReference: attemptId,
        amount: first.amount,
        eventCode: 'AUTHORISATION',
        success: 'true',
      };
      return Promise.resolve({ reference, sent: sign(item) });
    },
    notices: (attemptId) =>
      NOTICE_EVENTS.map((event) => adyen.webhook(attemptId, event, { reason: 'dispute' })),
    disputes(attemptId) {
      const dispute = {
        reason: 'dispute',
        pspReference: randomBytes(8).toString('hex').toUpperCase(),
      };
      return DISPUTE_EVENTS.map((event) => adyen.webhook(attemptId, event, dispute));
    },
    changeUnsigned({ body }) {
      const item = itemIn(body);
      const changed = {
        eventDate: '2039-01-01T00:00:00+01:00',
        reason: 'changed',
        paymentMethod: 'mc',
        additionalData: {
          ...item.additionalData,
          disputeStatus: 'Lost',
          chargebackReasonCode: '10.4',
          defensePeriodEndsAt: '2039-02-01T00:00:00+01:00',
        },
      };
      return itemSent({ ...item, ...changed });
    },
    transfers: {
      sources: {
        PHONE: { currency: 'EUR', input: TRANSFER_INPUTS.PHONE, instructions: 'confirm' },
      },
      refusals: { soft: { outcome: 'soft_decline' }, hard: { outcome: 'hard_decline' } },
      givesUp: true,
      pay: ({ id }) => phone(id, 'approve'),
      refuse: ({ id }, how) => phone(id, how === 'soft' ? 'cancel' : 'suspected_fraud'),
      lapse: ({ id }) => phone(id, 'let_pass'),
      arrived: taken,
      beginning: /^POST \/v72\/payments$/,
    },
    refunds: {
      refusedMinor: REFUSED_REFUND,
      makeAfterAll: (refund) => {
        adyen.notifyOfRefund(refund, 'REFUND');
      },
      // As in the published example.
      giveBack(refund) {
        adyen.notifyOfRefund(refund, 'REFUNDED_REVERSED', { reason: 'test_AUTHORISATION_1' });
      },
      notifications: ({ id }) => adyen.notifications(`refund-${id}`),
    },
    async close() {
      await proxy.close();
      await adyen.close();
    },
  };
}

const webhook = z.object({
  notificationItems: z.tuple([
    z.object({
      NotificationRequestItem: z.looseObject({ additionalData: z.record(z.string(), z.string()) }),
    }),
  ]),
});

function itemIn(body: Uint8Array) {
  const { notificationItems } = webhook.parse(JSON.parse(new TextDecoder().decode(body)));
  return notificationItems[0].NotificationRequestItem;
}

function itemSent(item: object): SentNotification {
  const body = JSON.stringify({
    live: 'false',
    notificationItems: [{ NotificationRequestItem: item }],
  });
  return { headers: new Headers(), body: new TextEncoder().encode(body) };
}
