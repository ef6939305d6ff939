import type { ServiceContext } from '../platform/context.ts';

/** What the end of an order needs, beside the transaction that it happens in. */
export type FinalDeps = Pick<ServiceContext, 'newId' | 'pageUrl' | 'metrics'>;
