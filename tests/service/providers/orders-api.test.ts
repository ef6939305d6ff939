import { describe } from 'vitest';
import { ordersApiAdapter } from '#service/providers/orders-api/adapter.ts';
import { providerConformance } from './conformance/suite.ts';
import { ordersApiRig } from './conformance/orders-api-rig.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService } from '../../support/process/service.ts';

describe('the adapter', () => {
  providerConformance({
    description: ordersApiAdapter.describe(),
    remote: true,
    async start() {
      const clock = movedClock();
      const gateway = await startService({ now: clock.now });
      const rig = await ordersApiRig(gateway, clock);
      return {
        ...rig,
        async close() {
          await rig.close();
          await gateway.close();
        },
      };
    },
  });
});
