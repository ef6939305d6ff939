import type { TriggerDisputeRequest } from '#contract/schemas/dispute.ts';
import type { DisputeStep } from '#domain/dispute/status.ts';
import { findDisputeOf } from '../../disputes/find.ts';
import { selectPayment } from '../../disputes/store.ts';
import { takeDisputeNotice } from '../../disputes/take.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { answer, refused, type HandlerResult } from '../handler.ts';

const DAYS_TO_ANSWER = 14;
const DAY_MS = 86_400_000;

/** The events that the sandbox's acquirer sends, as a real one would: an end comes after its opening. */
const STEPS_BY_EVENT: Readonly<
  Record<TriggerDisputeRequest['event'], readonly [DisputeStep, string][]>
> = {
  inquiry: [['inquiry_opened', 'REQUEST_FOR_INFORMATION']],
  open: [['charged_back', 'CHARGEBACK']],
  win: [
    ['charged_back', 'CHARGEBACK'],
    ['won', 'CHARGEBACK_REVERSED'],
  ],
  lose: [
    ['charged_back', 'CHARGEBACK'],
    ['lost', 'DISPUTE_DEFENSE_PERIOD_ENDED'],
  ],
};

/**
 * Disputes a paid payin as the sandbox's acquirer, or ends its dispute, by the use case that takes the notices of
 * real acquirers. A payin has one such dispute.
 */
export async function triggerDispute(
  context: ServiceContext,
  caller: { merchantId: string },
  { payin_id: payinId, event: name }: TriggerDisputeRequest,
): Promise<HandlerResult> {
  const payment = await selectPayment(context.db, caller.merchantId, payinId);
  if (payment === undefined) return refused('not_found', NOT_PAID);
  const reference = `sandbox-${payinId}`;
  for (const [step, event] of STEPS_BY_EVENT[name]) {
    await takeDisputeNotice(context, payment.terminalId, {
      kind: 'dispute',
      about: { attemptId: payment.attemptId },
      reference,
      id: `${event} ${reference}`,
      event,
      step,
      disputed: undefined,
      // Only cards have the schemes' codes.
      reasonCode: payment.source === 'CARD' ? '10.4' : undefined,
      answerBy: new Date(context.now().getTime() + DAYS_TO_ANSWER * DAY_MS),
      reportedAt: undefined,
      detail: undefined,
    });
  }
  const dispute = await findDisputeOf(context, payinId, reference);
  return dispute === undefined ? refused('not_found', NOT_PAID) : answer(dispute);
}

const NOT_PAID = { detail: 'This merchant has no paid payin with this id.' };
