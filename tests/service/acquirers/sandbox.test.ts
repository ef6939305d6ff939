import { describe } from 'vitest';
import { SANDBOX_DESCRIPTION } from '#service/sandbox/terminal.ts';
import { acquirerConformance } from './conformance/suite.ts';
import { sandboxRig } from './conformance/sandbox-rig.ts';
import { movedClock } from '../../support/process/clock.ts';
import { startService } from '../../support/process/service.ts';

describe('the adapter', () => {
  acquirerConformance({
    description: SANDBOX_DESCRIPTION,
    remote: false,
    async start() {
      const clock = movedClock();
      const running = await startService({ now: clock.now });
      return { ...(await sandboxRig(running, clock)), close: () => running.close() };
    },
  });
});
