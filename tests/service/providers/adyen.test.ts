import { describe } from 'vitest';
import { adyenAdapter } from '#service/providers/adyen/adapter.ts';
import { adyenRig } from './conformance/adyen-rig.ts';
import { providerConformance } from './conformance/suite.ts';

describe('the adapter', () => {
  providerConformance({
    description: adyenAdapter.describe(),
    remote: true,
    start: adyenRig,
  });
});
