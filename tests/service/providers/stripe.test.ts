import { describe } from 'vitest';
import { stripeAdapter } from '#service/providers/stripe/adapter.ts';
import { providerConformance } from '../../support/acquirers/conformance/suite.ts';
import { stripeRig } from '../../support/acquirers/stripe/stripe-rig.ts';

describe('the adapter', () => {
  providerConformance({
    description: stripeAdapter.describe(),
    remote: true,
    start: stripeRig,
  });
});
