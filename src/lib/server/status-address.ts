import { createHash } from 'node:crypto';

/** What the status page is told by whoever sends the shopper there. All of it can be made up, and may. */
interface Arrival {
  /** Since when the shopper waits, Unix milliseconds. */
  sinceMs?: number;
  /** The order's pay_url before the card was sent: another one afterwards is a challenge. */
  payUrlBefore?: string | undefined;
}

/** The same as it comes back: `from` is the fingerprint of that pay_url. */
export interface ReadArrival {
  sinceMs: number;
  waitedMs: number;
  from?: string | undefined;
}

export const orderAddress = (id: string): string => `/pay/${id}`;

/** The address of an order's status page. */
export const statusAddress = (id: string, { sinceMs, payUrlBefore }: Arrival = {}): string => {
  const query = new URLSearchParams();
  if (sinceMs !== undefined) query.set('since', String(Math.floor(sinceMs / 1000)));
  if (payUrlBefore !== undefined) query.set('from', fingerprint(payUrlBefore));
  return `${orderAddress(id)}/status${query.size > 0 ? `?${query.toString()}` : ''}`;
};

/** A wait that began in the future, or at no time at all, begins now. */
export const readArrival = (query: URLSearchParams, nowMs: number): ReadArrival => {
  const claimedMs = Number(query.get('since') ?? Number.NaN) * 1000;
  const sinceMs = claimedMs > 0 && claimedMs <= nowMs ? claimedMs : nowMs;
  return { sinceMs, waitedMs: nowMs - sinceMs, from: query.get('from') ?? undefined };
};

/** Enough to see that an address changed; the address itself need not stand in another one. */
export const fingerprint = (payUrl: string): string =>
  createHash('sha256').update(payUrl).digest('base64url').slice(0, 12);
