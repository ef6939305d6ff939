import { endingInAmount, pendingAmount } from './amounts.ts';

/** What the embedded acquirer does with a payout; `afterMs` is how long it stays pending. */
export type PayoutBehaviour =
  | { does: 'pay' | 'refuse'; afterMs: number }
  | { does: 'pay_silently' }
  | { does: 'break_connection' };

const PAY: PayoutBehaviour = { does: 'pay', afterMs: 0 };
const REFUSE: PayoutBehaviour = { does: 'refuse', afterMs: 0 };
const PAY_LATER: PayoutBehaviour = { does: 'pay', afterMs: 3_000 };

const BY_AMOUNT: ReadonlyMap<string, PayoutBehaviour> = new Map<string, PayoutBehaviour>([
  ['02', REFUSE],
  ['77', PAY_LATER],
  ['19', { does: 'pay_silently' }],
  ['41', { does: 'break_connection' }],
]);

/** Two destinations do what their last digits say; with every other one the amount chooses. */
export function payoutBehaviourOf(destination: string, amountMinor: bigint): PayoutBehaviour {
  if (destination.endsWith('0002')) return REFUSE;
  if (destination.endsWith('0077')) return PAY_LATER;
  return behaviourOfAmount(amountMinor) ?? PAY;
}

function behaviourOfAmount(amountMinor: bigint): PayoutBehaviour | undefined {
  const pending = pendingAmount(amountMinor);
  if (pending === undefined) return BY_AMOUNT.get(endingInAmount(amountMinor) ?? '');
  return { does: pending.decision === 'good' ? 'pay' : 'refuse', afterMs: pending.afterMs };
}
