import type { RequestEvent } from '@sveltejs/kit';

import { clientOf } from './client-address.ts';
import { log } from '../log.ts';
import { RateLimit, type Taken } from './rate-limit.ts';
import { pageConfig } from '../settings.ts';

/**
 * A whole office or a mobile network may share an address, so the limit is on what one address does
 * with one order; over all orders together it may do so many times more, before it looks like
 * cards being tried out on one order after the other.
 */
const ORDERS_PER_ADDRESS = 10;

interface Limits {
  order: RateLimit;
  address: RateLimit;
}

let limits: Limits | undefined;

/** Seconds to wait before this post may be made; 0 when it may pass. */
export const secondsToWait = (event: RequestEvent, nowMs: number): number => {
  const { postsPerMinute } = pageConfig();
  if (postsPerMinute === undefined) return 0;
  limits ??= {
    order: new RateLimit(postsPerMinute),
    address: new RateLimit(postsPerMinute * ORDERS_PER_ADDRESS),
  };
  const { network, addressClass } = clientOf(event.request);
  const orderId = event.params.id;
  const refused = firstRefusal([
    limits.order.take(`${network} ${orderId ?? event.route.id}`, nowMs),
    limits.address.take(network, nowMs),
  ]);
  if (refused === undefined) return 0;
  if (refused.isFirst) {
    log.warn(
      { route: event.route.id, orderId, address: network, addressClass, status: 429 },
      'too many posts of one address',
    );
  }
  return refused.waitSeconds;
};

const firstRefusal = (taken: readonly Taken[]) => taken.find((one) => !one.ok);
