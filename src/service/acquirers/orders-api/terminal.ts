import { OrdersClient } from '#contract/client/client.ts';
import type { AdapterTools } from '../adapter.ts';
import { MAX_ANSWER_BYTES, isBeforeConnection } from '../bounded-http.ts';
import type { OrdersApiCredentials, OrdersApiSettings } from './settings.ts';

/** An opened terminal: one of our accounts at the acquirer. */
export interface OrdersApiTerminal {
  settings: OrdersApiSettings;
  credentials: OrdersApiCredentials;
  tools: AdapterTools;
}

/** Records whether a call's request was never sent, because no connection was made. */
export interface Connection {
  refused: boolean;
}

/**
 * Returns the acquirer's client for one call, which ends when the signal is aborted.
 *
 * @param now the time with which requests are signed
 */
export function clientFor(
  { settings, credentials, tools }: OrdersApiTerminal,
  signal: AbortSignal,
  connection: Connection = { refused: false },
  now: () => Date = tools.now,
): OrdersClient {
  return new OrdersClient({
    baseUrl: settings.base_url,
    apiKeyId: credentials.api_key_id,
    apiSecret: credentials.api_secret,
    profile: settings.signature,
    now: () => now().getTime(),
    maxAnswerBytes: MAX_ANSWER_BYTES,
    async fetch(input, init) {
      try {
        return await fetch(input, { ...init, signal: bothOf(signal, init?.signal) });
      } catch (error) {
        connection.refused = isBeforeConnection(error);
        throw error;
      }
    },
  });
}

function bothOf(one: AbortSignal, other: AbortSignal | null | undefined): AbortSignal {
  return other ? AbortSignal.any([one, other]) : one;
}
