import { OrdersClient } from '#contract/client/client.ts';
import type { AdapterTools } from '../adapter.ts';
import type { OrdersApiCredentials, OrdersApiSettings } from './settings.ts';

/** A terminal that was opened: an account of ours at another gateway. */
export interface OrdersApiTerminal {
  settings: OrdersApiSettings;
  credentials: OrdersApiCredentials;
  tools: AdapterTools;
}

/** The gateway's client for one call, which ends with it. */
export function clientFor(
  { settings, credentials, tools }: OrdersApiTerminal,
  signal: AbortSignal,
): OrdersClient {
  return new OrdersClient({
    baseUrl: settings.base_url,
    apiKeyId: credentials.api_key_id,
    apiSecret: credentials.api_secret,
    profile: settings.signature,
    now: () => tools.now().getTime(),
    fetch: (input, init) => fetch(input, { ...init, signal: bothOf(signal, init?.signal) }),
  });
}

function bothOf(one: AbortSignal, other: AbortSignal | null | undefined): AbortSignal {
  return other ? AbortSignal.any([one, other]) : one;
}
