import { OrdersClient } from '#contract/client/client.ts';
import { serviceFetch } from '#contract/client/in-process.ts';

import { tracedFetch } from './traced-fetch.ts';
import { parsePageConfig, type PageConfig } from './page-config.ts';

let config: PageConfig | undefined;
let client: OrdersClient | undefined;

/**
 * The page's settings, read when they are first asked for: the server entry sets some of them
 * only after it knows its own address, and a build must not need any.
 */
export const pageConfig = (): PageConfig => (config ??= parsePageConfig(process.env));

/** The signed client of the orders interface, this process's own or another deployment's. */
export const orders = (): OrdersClient =>
  (client ??= new OrdersClient({ ...pageConfig().orders, fetch: tracedFetch(serviceFetch()) }));
