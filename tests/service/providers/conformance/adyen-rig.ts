import { randomBytes } from 'node:crypto';
import { adyenAdapter } from '#service/providers/adyen/adapter.ts';
import { startFaultProxy } from './fault-proxy.ts';
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
  const terminalOf = (apiKey: string) => ({
    settings: {
      merchant_account: adyen.merchantAccount,
      environment: 'TEST',
      api_url: proxy.baseUrl,
    },
    credentials: { api_key: apiKey, hmac_key: adyen.hmacKey },
  });
  const taken = (attemptId: string) => {
    const payment = adyen.payments.get(attemptId);
    return Promise.resolve(payment?.state === 'authorised' ? BigInt(payment.amount.value) : 0n);
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
    taken,
    // If the stand-in throws, the promise rejects, like an unreachable page.
    answerChallenge: async (url, answer) => Promise.resolve(adyen.answerChallenge(url, answer)),
    decidePending: adyen.decidePending,
    notifications: adyen.notifications,
    notices: (attemptId) =>
      NOTICE_EVENTS.map((event) => adyen.webhook(attemptId, event, { reason: 'dispute' })),
    disputes(attemptId) {
      const dispute = {
        reason: 'dispute',
        pspReference: randomBytes(8).toString('hex').toUpperCase(),
      };
      return DISPUTE_EVENTS.map((event) => adyen.webhook(attemptId, event, dispute));
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
