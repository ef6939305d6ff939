import { describe, expect, it } from 'vitest';
import { ordersApiAdapter } from '#service/acquirers/orders-api/adapter.ts';
import { acquirerConformance } from './conformance/suite.ts';
import { ordersApiRig } from './conformance/orders-api-rig.ts';
import { TOOLS } from './conformance/rig.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService } from '../../support/process/service.ts';

describe('the adapter', () => {
  acquirerConformance({
    description: ordersApiAdapter.describe(),
    remote: true,
    async start() {
      const clock = movedClock();
      const acquirer = await startService({ now: clock.now });
      const rig = await ordersApiRig(acquirer, clock);
      return {
        ...rig,
        async close() {
          await rig.close();
          await acquirer.close();
        },
      };
    },
  });
});

it('refunds nothing unless its settings say that the acquirer refunds', async () => {
  const { refunds } = await ordersApiAdapter.connect(
    {
      settings: { base_url: 'http://acquirer.test' },
      credentials: { api_key_id: 'id', api_secret: 'secret', webhook_secret: 'secret' },
    },
    TOOLS,
  );
  expect(refunds).toBeUndefined();
});
