import { describe } from 'vitest';
import { adyenAdapter } from '#service/providers/adyen/adapter.ts';
import { adyenRig } from '../../support/acquirers/adyen/adyen-rig.ts';
import { providerConformance } from '../../support/acquirers/conformance/suite.ts';

describe('the adapter', () => {
  providerConformance({
    description: adyenAdapter.describe(),
    remote: true,
    start: adyenRig,
  });
});
