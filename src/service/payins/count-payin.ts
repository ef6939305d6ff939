import type { PayinRow } from '../platform/database/schema.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';

type Counted = Pick<PayinRow, 'status' | 'method_id' | 'terminal_id'>;

/** Counts that a payin has come to the status that it has. */
export function countPayin(
  metrics: Metrics,
  { status, method_id: methodId, terminal_id: terminalId }: Counted,
): void {
  metrics.orderMoved({ direction: 'payin', status, methodId, terminalId });
}

export function countAttempt(
  metrics: Metrics,
  { terminal_id: terminalId }: Counted,
  { outcome, declineReason: reason }: { outcome: string; declineReason: string | null },
): void {
  metrics.attemptSettled({ direction: 'payin', outcome, reason, terminalId });
}
