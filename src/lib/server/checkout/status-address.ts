import { createHash } from 'node:crypto';

import type { PayinOrder } from '#contract/schemas/payin.ts';

import { ARRIVED_FROM } from '../../card-form/fields.ts';
import { CHOSEN_LANGUAGE } from './language.ts';

/** What the status page is told by whoever sends the shopper there. All of it can be made up, and may. */
export interface Arrival {
  /** Since when the shopper waits, Unix milliseconds. */
  sinceMs?: number;
  /** The fingerprint of the order before the card was sent: what has changed since is told by it. */
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
export const statusAddress = (id: string, arrival: Arrival = {}): string =>
  `${orderAddress(id)}/status?${statusQuery(arrival)}`.replace(/\?$/, '');

export const statusQuery = ({ sinceMs, from }: Arrival): string => {
  const query = new URLSearchParams();
  if (sinceMs !== undefined) query.set(SINCE, String(Math.floor(sinceMs / 1000)));
  if (from !== undefined) query.set(ARRIVED_FROM, from);
  return query.toString();
};

/** A wait that began in the future, or at no time at all, begins now. */
export const readArrival = (query: URLSearchParams, nowMs: number): ReadArrival => {
  const claimedMs = Number(query.get(SINCE) ?? Number.NaN) * 1000;
  const isBack = claimedMs > 0 && claimedMs <= nowMs;
  const sinceMs = isBack ? claimedMs : nowMs;
  const claimedFrom = query.get(ARRIVED_FROM) ?? '';
  const from = FINGERPRINT.test(claimedFrom) ? claimedFrom : undefined;
  return { sinceMs, waitedMs: nowMs - sinceMs, isBack, from };
};

/** Parameters of an address that the page itself gave none of: the issuer's, where its page sent the shopper back. */
export const foreignParameters = (query: URLSearchParams): [string, string][] =>
  [...query].filter(([name]) => !OWN_PARAMETERS.includes(name));

const OWN_PARAMETERS: readonly string[] = [SINCE, ARRIVED_FROM, CHOSEN_LANGUAGE];

const FINGERPRINT_LENGTH = 12;
/** Of the address, and of the message where there is one: enough to see that one changed. */
export const FINGERPRINT = /^(?:[\w-]{12}){1,2}$/;

type Shown = Pick<PayinOrder, 'pay_url' | 'provider_error_message'>;

/** An order as its form was shown: another pay_url afterwards is a challenge, another message a decline. */
export const fingerprint = ({
  pay_url: payUrl = '',
  provider_error_message: said,
}: Shown): string => hash(payUrl) + (said ? hash(said) : '');

export const hasNewAddress = (order: Shown, from: string): boolean =>
  hash(order.pay_url ?? '') !== from.slice(0, FINGERPRINT_LENGTH);

/** An empty message is none. */
export const hasNewMessage = ({ provider_error_message: said }: Shown, from: string): boolean =>
  said !== undefined && said !== '' && hash(said) !== from.slice(FINGERPRINT_LENGTH);

const hash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_LENGTH);
