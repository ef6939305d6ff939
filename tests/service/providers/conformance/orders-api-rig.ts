/** The adapter `orders-api` before a service of this repository, which is another gateway to it. */
import { ordersApiAdapter } from '#service/providers/orders-api/adapter.ts';
import type { TestClock } from '../../../support/process/clock.ts';
import type { RunningService } from '../../../support/process/service.ts';
import { startReceiver } from '../../../support/network/receiver.ts';
import { startFaultProxy } from '../../../support/acquirers/fault-proxy.ts';
import type { AcquirerRig } from './rig.ts';
import { answerSandboxChallenge, SANDBOX_CARDS, sandboxDecides } from './sandbox-rig.ts';

/** @param clock the gateway's */
export async function ordersApiRig(
  gateway: RunningService,
  clock: TestClock,
): Promise<AcquirerRig> {
  const proxy = await startFaultProxy(gateway.baseUrl);
  const receiver = await startReceiver();
  const { sandbox } = gateway;
  const terminalOf = (apiSecret: string) => ({
    settings: {
      base_url: proxy.baseUrl,
      methods: { EUR: sandbox.methods['card_eur'] },
      payout_methods: { EUR: sandbox.methods['payout_card_eur'] },
    },
    credentials: {
      api_key_id: sandbox.api_key_id,
      api_secret: apiSecret,
      webhook_secret: sandbox.webhook_secret,
    },
  });
  const tools = { now: () => new Date(), notificationUrl: receiver.url };
  const connect = (apiSecret: string) => ordersApiAdapter.connect(terminalOf(apiSecret), tools);
  return {
    description: ordersApiAdapter.describe(),
    terminal: terminalOf(sandbox.api_secret),
    acquirer: await connect(sandbox.api_secret),
    wrong: await connect('tg_test_wrong'),
    network: {
      proxy,
      charging: /^POST .*\/card-data$/,
      otherAmount: (body) => body.replace('"amount":12.5', '"amount":12.49'),
      otherAttempt: (body) => body.replace(/"reference_id":"[^"]*"/, '"reference_id":"another"'),
    },
    cards: SANDBOX_CARDS,
    async taken(attemptId) {
      const found = await gateway.client.findPayins(attemptId);
      if (!found.ok) throw new Error('The gateway does not answer');
      const paid = found.value.filter(({ status }) => status === 'SUCCESS');
      return paid.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 100)), 0n);
    },
    answerChallenge: (url, answer) => answerSandboxChallenge(gateway, url, answer),
    decidePending: () => sandboxDecides(clock),
    notifications: (attemptId) =>
      Promise.resolve(
        receiver.received
          .filter(({ body }) => body.includes(attemptId))
          .map(({ headers, body }) => ({ headers, body: new Uint8Array(body) })),
      ),
    async close() {
      await proxy.close();
      await receiver.close();
    },
  };
}
