const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

/** How a payment is decided, and how long it is pending before that. */
export interface PendingAmount {
  decision: 'good' | 'bad';
  afterMs: number;
}

/** Decisions by an amount's whole units. Its hundredths are the number of seconds or hours. */
const PENDING: ReadonlyMap<bigint, { decision: PendingAmount['decision']; unitMs: number }> =
  new Map([
    [102n, { decision: 'good', unitMs: SECOND_MS }],
    [103n, { decision: 'bad', unitMs: SECOND_MS }],
    [104n, { decision: 'good', unitMs: HOUR_MS }],
    [105n, { decision: 'bad', unitMs: HOUR_MS }],
  ]);

/**
 * Returns how an amount from 102 to 105 is decided: 102.07 succeeds after seven seconds, 105.48 fails after two
 * days. Undefined for any other amount.
 */
export function pendingAmount(amountMinor: bigint): PendingAmount | undefined {
  const pending = PENDING.get(amountMinor / 100n);
  if (pending === undefined) return undefined;
  const { decision, unitMs } = pending;
  return { decision, afterMs: Number(amountMinor % 100n) * unitMs };
}

/**
 * Returns NN for the amount 101.NN, which behaves like the test card whose number ends in NN. Undefined for any
 * other amount.
 */
export function endingInAmount(amountMinor: bigint): string | undefined {
  return amountMinor / 100n === 101n ? hundredthsOf(amountMinor) : undefined;
}

/** Returns the two digits after the decimal point: '05' for 12.05. */
export function hundredthsOf(amountMinor: bigint): string {
  return (amountMinor % 100n).toString().padStart(2, '0');
}
