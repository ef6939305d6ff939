/** A service whose webhooks an operator sets, with shops that take them. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { payinBody } from '../../support/orders/orders.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** Started before the tests of a file, and without receivers and settings after each of them. */
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
    await configure({ payin_url: 'none', payload: 'retrieval' });
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

    /** An order that is created FAILED: the shortest way to an event. */
    async endedOrder(overrides: object = {}) {
      const body = payinBody(running, { amount: 999_999, ...overrides });
      const created = await running.client.createPayin(body);
      if (!created.ok) throw new Error('No order was made');
      return created.value;
    },
  };
}
