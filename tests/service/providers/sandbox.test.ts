import { describe } from 'vitest';
import { SANDBOX_DESCRIPTION } from '#service/sandbox/terminal.ts';
import { providerConformance } from './conformance/suite.ts';
import { sandboxRig } from './conformance/sandbox-rig.ts';
import { startService } from '../../support/process/service.ts';

describe('the adapter', () => {
  providerConformance({
    description: SANDBOX_DESCRIPTION,
    remote: false,
    async start() {
      const running = await startService();
      return { ...(await sandboxRig(running)), close: () => running.close() };
    },
  });
});
