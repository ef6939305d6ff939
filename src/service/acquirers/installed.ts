import type { AcquirerAdapter } from './adapter.ts';
import { adyenAdapter } from './adyen/adapter.ts';
import { ordersApiAdapter } from './orders-api/adapter.ts';
import { stripeAdapter } from './stripe/adapter.ts';

/** The adapters to external acquirers that come with the service. */
export const EXTERNAL_ADAPTERS: readonly AcquirerAdapter[] = [
  ordersApiAdapter,
  adyenAdapter,
  stripeAdapter,
];
