/** What acquirers say of disputes; a test changes what it is about. */
import { valueIn } from '#contract/client/result.ts';
import { takeDisputeNotice } from '#service/disputes/take.ts';
import type { DisputeNotice } from '#service/providers/port.ts';
import type { DisputeStep } from '#domain/order/dispute-status.ts';
import { paidPayin } from './orders.ts';
import type { RunningService } from '../process/service.ts';

/** The attempt that a payin was paid by, and where. */
export async function paymentOf(
  { db }: RunningService,
  payinId: string,
): Promise<{ attemptId: string; terminalId: string }> {
  return db
    .selectFrom('payin_attempts')
    .select(['id as attemptId', 'terminal_id as terminalId'])
    .where('payin_id', '=', payinId)
    .where('outcome', '=', 'approved')
    .executeTakeFirstOrThrow();
}

export function disputeNotice(
  attemptId: string,
  step: DisputeStep,
  overrides: Partial<DisputeNotice> = {},
): DisputeNotice {
  return {
    kind: 'dispute',
    about: { attemptId },
    reference: `dispute of ${attemptId}`,
    id: `${step} ${overrides.reference ?? attemptId}`,
    event: step.toUpperCase(),
    step,
    disputed: undefined,
    reasonCode: undefined,
    answerBy: undefined,
    saidAt: undefined,
    detail: undefined,
    ...overrides,
  };
}

/** Has the acquirer of a paid payin say something of its dispute. */
export async function toldOf(
  running: RunningService,
  payinId: string,
  step: DisputeStep,
  overrides: Partial<DisputeNotice> = {},
): Promise<void> {
  const { attemptId, terminalId } = await paymentOf(running, payinId);
  const notice = disputeNotice(attemptId, step, overrides);
  const taken = await takeDisputeNotice(running.context, terminalId, notice);
  if (taken !== 'taken') throw new Error(`The notice was ${taken}`);
}

/** A dispute of a paid payin: one that is paid for it, unless another is given. */
export async function openedDispute(running: RunningService, payinId?: string): Promise<string> {
  const id = payinId ?? (await paidPayin(running)).id;
  await toldOf(running, id, 'charged_back');
  const [dispute] = valueIn(await running.client.listDisputes({ payin_id: id })).content;
  return dispute!.id;
}
