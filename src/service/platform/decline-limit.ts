import { LRUCache } from 'lru-cache';
import { networkOf } from './network-of.ts';

const HOUR_MS = 3_600_000;
/** Payers and attempts remembered at once; those of longest ago go first. */
const PAYERS_KEPT = 20_000;

interface Payer {
  merchantId: string;
  /** Undefined where the caller did not say. */
  address: string | undefined;
}

/**
 * How often payers of one address may be declined at one merchant: a thief who tries out stolen cards takes a new one each time,
 * which the limit of a card does not see. Kept in the process: several processes share the limit by each taking its part.
 */
export interface DeclineLimit {
  isSpent(payer: Payer): boolean;
  /** An attempt of a payer has begun. */
  begin(attemptId: string, payer: Payer): void;
  /** An attempt was declined, now or after a challenge. */
  count(attemptId: string): void;
}

/**
 * @param perHour undefined for no limit
 * @param onSpent told once of a merchant's payer who has no more declines left
 */
export function createDeclineLimit(
  perHour: number | undefined,
  onSpent: (merchantId: string) => void,
  monotonicMs: () => number = () => performance.now(),
): DeclineLimit {
  const attempts = new LRUCache<string, Payer>({ max: PAYERS_KEPT });
  const declines = new LRUCache<string, number[]>({ max: PAYERS_KEPT });
  const recent = (key: string) =>
    (declines.get(key) ?? []).filter((atMs) => atMs > monotonicMs() - HOUR_MS);
  return {
    isSpent: (payer) => {
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
      if (counted.length === perHour) onSpent(payer.merchantId);
    },
  };
}

function keyOf({ merchantId, address }: Payer): string | undefined {
  return address === undefined ? undefined : `${merchantId} ${networkOf(address)}`;
}
