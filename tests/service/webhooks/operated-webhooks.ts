/** A service with webhooks configured by an operator, and receivers for them. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { payinBody } from '../../support/orders/orders.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** Starts a service before the tests of a file; removes receivers and settings after each test. */
export function operatedWebhooks() {
  let running: RunningService;
  const receivers: Receiver[] = [];
  const clock = movedClock();

  beforeAll(async () => {
    running = await startService({
      now: clock.now,
      webhooks: { random: () => 0 },
    });
  });
  afterAll(() => running.close());
  afterEach(async () => {
    await configure({ payin_url: null, payload: 'retrieval' });
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });

  const configure = (settings: object) =>
    running.operator('webhooks configure', { merchant: running.sandbox.merchant_id, ...settings });

  return {
    clock,
    configure,
    service: () => running,

    async receiverThat(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
      const receiver = await startReceiver(...args);
      receivers.push(receiver);
      return receiver;
    },

    /** Creates an order that is FAILED at once: the shortest way to an event. */
    async endedOrder(overrides: object = {}) {
      const body = payinBody(running, { amount: 999_999, ...overrides });
      const created = await running.client.createPayin(body);
      if (!created.ok) throw new Error('No order was made');
      return created.value;
    },
  };
}
