import { LRUCache } from 'lru-cache';
import { networkOf } from './network-of.ts';

const HOUR_MS = 3_600_000;
/** Payers, and attempts, kept in memory; the least recently used are dropped first. */
const MAX_PAYERS = 20_000;

interface Payer {
  merchantId: string;
  /** Undefined if the caller did not send it. */
  address: string | undefined;
}

/**
 * Limits how often payers at one address may be declined at one merchant: a thief who tests stolen cards uses a new one
 * each time, which the limit per card does not notice. Kept in the process's memory; each of several processes enforces
 * its share of the limit.
 */
export interface DeclineLimit {
  isReached(payer: Payer): boolean;
  /** Remembers whose attempt it is. */
  begin(attemptId: string, payer: Payer): void;
  /** Counts a decline, at once or after a challenge. */
  count(attemptId: string): void;
}

/**
 * @param perHour undefined for no limit
 * @param onReached called with the merchant when one of its payers reaches the limit
 */
export function createDeclineLimit(
  perHour: number | undefined,
  onReached: (merchantId: string) => void,
  monotonicMs: () => number = () => performance.now(),
): DeclineLimit {
  const attempts = new LRUCache<string, Payer>({ max: MAX_PAYERS });
  const declines = new LRUCache<string, number[]>({ max: MAX_PAYERS });
  const recent = (key: string) =>
    (declines.get(key) ?? []).filter((atMs) => atMs > monotonicMs() - HOUR_MS);
  return {
    isReached: (payer) => {
      const key = keyOf(payer);
      return perHour !== undefined && key !== undefined && recent(key).length >= perHour;
    },
    begin(attemptId, payer) {
      if (perHour !== undefined && payer.address !== undefined) attempts.set(attemptId, payer);
    },
    count(attemptId) {
      const payer = attempts.get(attemptId);
      const key = payer && keyOf(payer);
      if (payer === undefined || key === undefined || perHour === undefined) return;
      attempts.delete(attemptId);
      const counted = [...recent(key), monotonicMs()];
      declines.set(key, counted);
      if (counted.length === perHour) onReached(payer.merchantId);
    },
  };
}

function keyOf({ merchantId, address }: Payer): string | undefined {
  return address === undefined ? undefined : `${merchantId} ${networkOf(address)}`;
}
