/** Refunds about which the acquirer reports something after their end. */
import type { CreateRefundBody } from '#contract/schemas/refund.ts';
import type { RefundAnswer, RefundAcquirerOutcome } from '#service/acquirers/port.ts';
import { settleRefund } from '#service/refunds/settle.ts';
import { acquireBy } from '../acquirers/acquirer-doubles.ts';
import type { RunningService } from '../process/service.ts';
import { attemptOf, createdRefund } from './orders.ts';

export const REFUSED_REFUND = {
  outcome: 'refused',
  reference: 'r',
  message: 'no',
} as const satisfies RefundAnswer;
export const MADE_REFUND = { outcome: 'refunded', reference: 'r' } as const;
export const RETURNED_REFUND = { ...REFUSED_REFUND, about: 'return' } as const;

interface FailedRefund {
  id: string;
  /** Reports something else about it, as the acquirer. */
  report: (outcome: RefundAcquirerOutcome) => Promise<unknown>;
}

/** Creates a refund that the acquirer refuses. */
export async function refusedRefund(
  running: RunningService,
  payinId: string,
  overrides: Partial<CreateRefundBody>,
  answer: RefundAnswer = REFUSED_REFUND,
): Promise<FailedRefund> {
  const { terminals } = running.context;
  acquireBy(running, 'refunds', { refund: () => Promise.resolve(answer) });
  const { id, status } = await createdRefund(running, payinId, overrides);
  running.context.terminals = terminals;
  if (status !== 'FAILED') throw new Error(`Refund ${id} is ${status}`);
  const attemptId = await attemptOf(running, 'refund', id);
  return { id, report: (outcome) => settleRefund(running.context, attemptId, outcome) };
}

/** Creates a refund that the acquirer refuses, and then made after all. */
export async function refundMadeAfterEnd(
  running: RunningService,
  payinId: string,
  overrides: Partial<CreateRefundBody>,
): Promise<FailedRefund> {
  const refund = await refusedRefund(running, payinId, overrides);
  await refund.report(MADE_REFUND);
  return refund;
}
