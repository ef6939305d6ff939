/** Payouts in more parts than this are refused: one request must not become a flood of orders. */
export const MAX_PAYOUT_PARTS = 100;

/** The smallest and largest part allowed, both inclusive. */
export interface PartLimits {
  minMinor: bigint;
  maxMinor: bigint;
}

export type SplitResult =
  | { ok: true; value: bigint[] }
  | { ok: false; problem: 'too_many_parts' | 'parts_too_small' };

/**
 * Splits a payout into as few parts as possible, which add up to the amount. Every part is full except the last. If
 * the last part would be below the minimum, the last two parts share evenly, or as many more as needed. Returns
 * `parts_too_small` if no split keeps every part within the limits, such as 110 in parts of 60 to 100: more parts
 * would only be smaller.
 */
export function splitPayout(amountMinor: bigint, { minMinor, maxMinor }: PartLimits): SplitResult {
  if (maxMinor <= 0n) throw new RangeError('a part must be able to hold something');
  const count = (amountMinor + maxMinor - 1n) / maxMinor;
  if (count > BigInt(MAX_PAYOUT_PARTS)) return { ok: false, problem: 'too_many_parts' };
  if (count * minMinor > amountMinor) return { ok: false, problem: 'parts_too_small' };
  let sharing = 1n;
  let sharedMinor = amountMinor - (count - 1n) * maxMinor;
  while (sharedMinor / sharing < minMinor) {
    sharing += 1n;
    sharedMinor += maxMinor;
  }
  const full = Array.from({ length: Number(count - sharing) }, () => maxMinor);
  return { ok: true, value: [...full, ...shareEvenly(sharedMinor, sharing)] };
}

/** Returns equal shares, which differ by one minor unit at most, the larger ones first. */
function shareEvenly(sumMinor: bigint, count: bigint): bigint[] {
  const larger = sumMinor % count;
  return Array.from(
    { length: Number(count) },
    (_, index) => sumMinor / count + (BigInt(index) < larger ? 1n : 0n),
  );
}

/**
 * Divides a fee among the parts of an amount, in proportion. Rounds shares down and gives the rest to the last part,
 * so that they add up and none is negative.
 */
export function shareFee(feeMinor: bigint, partsMinor: readonly bigint[]): bigint[] {
  const amountMinor = sum(partsMinor);
  const earlier = partsMinor.slice(0, -1).map((part) => (feeMinor * part) / amountMinor);
  return [...earlier, feeMinor - sum(earlier)];
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
