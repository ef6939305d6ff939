import { adyenAdapter } from '#service/providers/adyen/adapter.ts';
import { startFaultProxy } from '../../../support/acquirers/fault-proxy.ts';
import type { AcquirerRig } from './rig.ts';
import { SANDBOX_CARDS } from './sandbox-rig.ts';
import { startAdyenStandIn } from '../../../support/acquirers/adyen/adyen-stand-in.ts';

const TOOLS = { now: () => new Date(), notificationUrl: 'http://pay.test/notifications' };

const TAKEN: ReadonlySet<string> = new Set(['authorised']);

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
    taken(attemptId) {
      const payment = adyen.payments.get(attemptId);
      const taken = payment !== undefined && TAKEN.has(payment.state);
      return Promise.resolve(taken ? BigInt(payment.amount.value) : 0n);
    },
    // A stand-in that refuses does so as a rejection, like a page that cannot be reached.
    answerChallenge: async (url, answer) => Promise.resolve(adyen.answerChallenge(url, answer)),
    decidePending() {
      adyen.decidePending();
      return Promise.resolve();
    },
    notifications: (attemptId) => Promise.resolve(adyen.webhooks(attemptId)),
    notices: (attemptId) => adyen.notices(attemptId),
    async close() {
      await proxy.close();
      await adyen.close();
    },
  };
}
