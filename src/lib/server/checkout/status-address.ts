import { createHash } from 'node:crypto';

import { ARRIVED_FROM } from '../../card-form/fields.ts';
import { CHOSEN_LANGUAGE } from './language.ts';

/** What the status page is told by whoever sends the shopper there. All of it can be made up, and may. */
export interface Arrival {
  /** Since when the shopper waits, Unix milliseconds. */
  sinceMs?: number;
  /** The fingerprint of the order's pay_url before the card was sent: another one afterwards is a challenge. */
  from?: string | undefined;
}

/** The same as it comes back. */
export interface ReadArrival extends Arrival {
  sinceMs: number;
  waitedMs: number;
  /** Whether the address says since when: the bank's posting back leads to one that does. */
  isBack: boolean;
}

export const orderAddress = (id: string): string => `/pay/${id}`;

/** Since when the shopper waits, in the address. */
const SINCE = 'since';

/** The address of an order's status page. */
export const statusAddress = (id: string, { sinceMs, from }: Arrival = {}): string => {
  const query = new URLSearchParams();
  if (sinceMs !== undefined) query.set(SINCE, String(Math.floor(sinceMs / 1000)));
  if (from !== undefined) query.set(ARRIVED_FROM, from);
  return `${orderAddress(id)}/status${query.size > 0 ? `?${query.toString()}` : ''}`;
};

/** A wait that began in the future, or at no time at all, begins now. */
export const readArrival = (query: URLSearchParams, nowMs: number): ReadArrival => {
  const claimedMs = Number(query.get(SINCE) ?? Number.NaN) * 1000;
  const isBack = claimedMs > 0 && claimedMs <= nowMs;
  const sinceMs = isBack ? claimedMs : nowMs;
  const from = query.get(ARRIVED_FROM) ?? undefined;
  return { sinceMs, waitedMs: nowMs - sinceMs, isBack, from };
};

/** Parameters of an address that the page itself gave none of: the issuer's, where its page sent the shopper back. */
export const foreignParameters = (query: URLSearchParams): [string, string][] =>
  [...query].filter(([name]) => !OWN_PARAMETERS.includes(name));

const OWN_PARAMETERS: readonly string[] = [SINCE, ARRIVED_FROM, CHOSEN_LANGUAGE];

/** Enough to see that an address changed; the address itself need not stand in another one. */
export const FINGERPRINT = /^[\w-]{12}$/;

export const fingerprint = (payUrl: string): string =>
  createHash('sha256').update(payUrl).digest('base64url').slice(0, 12);
