/** Dispute notices from acquirers, with defaults that a test overrides. */
import { valueIn } from '#contract/client/result.ts';
import { takeDisputeNotice } from '#service/disputes/take.ts';
import type { DisputeNotice } from '#service/acquirers/port.ts';
import type { DisputeStep } from '#domain/dispute/status.ts';
import { paidPayin, type gateOfItsOwn } from './orders.ts';
import type { RunningService } from '../process/service.ts';

/** Returns a payin's approved attempt and its terminal. */
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
    reportedAt: undefined,
    detail: undefined,
    ...overrides,
  };
}

/** Delivers a dispute notice about a paid payin from its acquirer. */
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

/** Opens a dispute of a paid payin: a new one, unless an id is given. @returns the dispute's id */
export async function openedDispute(
  running: RunningService,
  payinId?: string,
  overrides: Partial<DisputeNotice> = {},
): Promise<string> {
  const id = payinId ?? (await paidPayin(running)).id;
  await toldOf(running, id, 'charged_back', overrides);
  const [dispute] = valueIn(await running.client.listDisputes({ payin_id: id })).content;
  return dispute!.id;
}

/** Returns what is available at a gate, and what disputes have reserved, in euros. */
export async function eurosOf({
  account,
}: Pick<Awaited<ReturnType<typeof gateOfItsOwn>>, 'account'>) {
  const { available_minor: available, dispute_reserve_minor: reserved } = await account();
  return [Number(available) / 100, Number(reserved) / 100];
}
