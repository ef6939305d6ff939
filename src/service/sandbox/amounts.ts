const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

/** How a payment is decided, and how long it stays pending before that. */
export interface PendingAmount {
  decision: 'good' | 'bad';
  afterMs: number;
}

/** By the whole units of an amount; its hundredths are how many seconds or hours. */
const PENDING: ReadonlyMap<bigint, { decision: PendingAmount['decision']; unitMs: number }> =
  new Map([
    [102n, { decision: 'good', unitMs: SECOND_MS }],
    [103n, { decision: 'bad', unitMs: SECOND_MS }],
    [104n, { decision: 'good', unitMs: HOUR_MS }],
    [105n, { decision: 'bad', unitMs: HOUR_MS }],
  ]);

/** 102.07 is decided after seven seconds, 105.48 after two days. Undefined for every other amount. */
export function pendingAmount(amountMinor: bigint): PendingAmount | undefined {
  const pending = PENDING.get(amountMinor / 100n);
  if (pending === undefined) return undefined;
  const { decision, unitMs } = pending;
  return { decision, afterMs: Number(amountMinor % 100n) * unitMs };
}

/** Of 101.NN, which does as the card does whose number ends in NN; undefined for every other amount. */
export function endingInAmount(amountMinor: bigint): string | undefined {
  return amountMinor / 100n === 101n ? hundredthsOf(amountMinor) : undefined;
}

/** The two digits behind the point: '05' of 12.05. */
export function hundredthsOf(amountMinor: bigint): string {
  return (amountMinor % 100n).toString().padStart(2, '0');
}
