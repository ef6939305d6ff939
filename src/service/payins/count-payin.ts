import type { PayinRow } from '../platform/database/schema.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';

type Counted = Pick<PayinRow, 'status' | 'method_id' | 'terminal_id'>;

type Ended = Pick<PayinRow, 'id' | 'merchant_id' | 'terminal_id'>;

/** Counts that a payin has come to the status that it has. */
export function countPayin(
  metrics: Metrics,
  { status, method_id: methodId, terminal_id: terminalId }: Counted,
): void {
  metrics.orderMoved({ direction: 'payin', status, methodId, terminalId });
}

const DECLINES: ReadonlySet<string> = new Set(['soft_decline', 'hard_decline']);

/** Counts an attempt that has ended, and has the log say of what, where and why. */
export function recordEnd(
  { metrics, log, limits }: Pick<ServiceContext, 'metrics' | 'log' | 'limits'>,
  attemptId: string,
  { id: orderId, merchant_id: merchantId, terminal_id: terminalId }: Ended,
  { outcome, declineReason: reason }: { outcome: string; declineReason: string | null },
  { unmappedCode }: { outcome: string; unmappedCode?: string },
): void {
  if (DECLINES.has(outcome)) limits.addressDeclines.count(attemptId);
  metrics.attemptSettled({ direction: 'payin', outcome, reason, terminalId });
  log.info({ merchantId, orderId, attemptId, terminalId, outcome, reason }, 'An attempt ended');
  if (unmappedCode !== undefined) metrics.declineUnmapped({ terminalId, code: unmappedCode });
}
