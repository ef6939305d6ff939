import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';

/** Counts that a payout has come to the status that it has; its terminal is known by its attempt alone. */
export function countPayout(
  metrics: Metrics,
  { status, method_id: methodId }: Pick<PayoutRow, 'status' | 'method_id'>,
): void {
  metrics.orderMoved({ direction: 'payout', status, methodId, terminalId: null });
}
