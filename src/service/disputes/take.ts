import { counted } from '#domain/counted.ts';
import { decideDispute } from '#domain/dispute/decision.ts';
import { claimedAmount } from '#domain/dispute/money.ts';
import type { DisputeReport } from '#domain/dispute/status.ts';
import { isFinal } from '#domain/order/status.ts';
import { raiseAttention, raiseWithoutOrder } from '../orders/exception-queue.ts';
import {
  findAttemptOfNotice,
  hasNotice,
  recordOnce,
  storableText,
  type NoticedAttempt,
} from '../orders/notice.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { DisputeRow } from '../platform/database/tables/disputes.ts';
import type { DisputeNotice } from '../acquirers/port.ts';
import { storableName } from '../acquirers/storable-names.ts';
import { applyNotices, toReport } from './apply.ts';
import type { DisputeEventDeps } from './event.ts';
import {
  insertDispute,
  insertNotice,
  lockDisputed,
  selectDisputesOf,
  selectNoticesOf,
  type DisputedPayin,
} from './store.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log' | 'wakeWebhooks'> &
  DisputeEventDeps;

/** `not_ours`: the terminal made no such payment. `not_yet`: the payin has not ended yet. */
type NoticeResult = 'taken' | 'not_ours' | 'not_yet';

/**
 * Records an acquirer's notice about a dispute: opens the dispute or updates it, and moves the money with it. Each
 * event counts once. The state of a dispute follows from all its notices, in whatever order they arrive. A notice that
 * may be about several disputes, or about none, moves nothing and goes to the exception queue.
 *
 * Locks the payin, then the gate's account.
 */
export async function takeDisputeNotice(
  context: Deps,
  terminalId: string,
  notice: DisputeNotice,
): Promise<NoticeResult> {
  const attempt = await findAttemptOfNotice(context.db, terminalId, notice.about);
  if (attempt === undefined) return 'not_ours';
  const result = await context.db
    .transaction()
    .execute((trx) => recordNotice(context, trx, { attempt, terminalId, notice }));
  context.wakeWebhooks();
  return result;
}

/**
 * Puts a dispute about an unknown payment in the exception queue. A person has to find the payment in the acquirer's
 * records.
 */
export async function raiseUnknownDispute(
  context: Deps,
  terminalId: string,
  { event, reference }: Pick<DisputeNotice, 'event' | 'reference'>,
): Promise<void> {
  const text = `The acquirer of terminal ${terminalId} sent ${event}, ${reference} for an unknown payment.`;
  await raiseWithoutOrder(context, 'dispute_of_nothing', text);
}

interface Received {
  attempt: NoticedAttempt;
  terminalId: string;
  notice: DisputeNotice;
}

async function recordNotice(
  context: Deps,
  trx: Db,
  { attempt, terminalId, notice }: Received,
): Promise<NoticeResult> {
  const payin = await lockDisputed(trx, attempt.orderId, attempt.id);
  if (payin === undefined) return 'not_ours';
  if (!isFinal(payin.status)) return 'not_yet';
  const at = context.now();
  const disputes = await selectDisputesOf(trx, payin.id);
  const payment = payin.paymentReference?.split(' ').map(storableName);
  const namesOnlyPayment = payment?.includes(notice.reference) === true;
  const isWithPerson = namesOnlyPayment && (await hasNotice(trx, attempt.id, notice.id));
  const decision = await decide(trx, { notice, namesOnlyPayment, isWithPerson, disputes, at });
  const { does, attention: kind, isRepeated } = decision;
  if (kind !== undefined) {
    const text = unmatchedText(notice, isRepeated, disputes.length);
    await recordOnce(context, trx, { attempt, terminalId, notice, kind, text });
  }
  if (does === 'nothing') return 'taken';
  const dispute =
    does === 'opens'
      ? await open(context, trx, { payin, attempt, notice, at })
      : disputes.find(({ id }) => id === decision.disputeId);
  if (dispute === undefined) throw new Error('The decision is about an unknown dispute');
  await addNotice(context, trx, { payin, attempt, notice, at, dispute });
  return 'taken';
}

function unmatchedText(
  { event, reference, detail }: DisputeNotice,
  isRepeated: boolean,
  disputes: number,
): string {
  const about = [event, reference, storableText(detail)].filter(Boolean).join(', ');
  const why = isRepeated
    ? 'the same event was received before with another time.'
    : `it does not name the dispute, and the payin has ${counted(disputes, 'dispute')}${disputes === 1 ? ', which it does not move on' : ''}.`;
  return `The acquirer sent ${about}: ${why} Nothing was moved.`;
}

interface Deciding {
  notice: DisputeNotice;
  namesOnlyPayment: boolean;
  isWithPerson: boolean;
  disputes: readonly DisputeRow[];
  at: Date;
}

async function decide(trx: Db, { notice, namesOnlyPayment, isWithPerson, disputes, at }: Deciding) {
  const notices = await selectNoticesOf(
    trx,
    disputes.map(({ id }) => id),
  );
  const ofDisputes = Map.groupBy(notices, ({ dispute_id: id }) => id);
  const report: DisputeReport = {
    eventId: notice.id,
    step: notice.step,
    byHand: false,
    reportedAt: notice.reportedAt ?? at,
    isDateUnsigned: notice.isDateUnsigned === true,
    disputedMinor: undefined,
    reasonCode: undefined,
    answerBy: undefined,
  };
  return decideDispute(
    {
      reference: notice.reference,
      namesOnlyPayment,
      isWithPerson,
      statedAt: notice.reportedAt,
      report,
    },
    disputes.map(({ id, reference }) => ({
      id,
      reference,
      reports: (ofDisputes.get(id) ?? []).map(toReport),
    })),
  );
}

const NOT_CREDITED = 'the payin did not succeed by this payment, and its merchant was not debited.';

interface Opening {
  payin: DisputedPayin;
  attempt: NoticedAttempt;
  notice: DisputeNotice;
  at: Date;
}

/** Adds a notice to its dispute, and moves the dispute and its money to the state that follows from it. */
async function addNotice(
  context: Deps,
  trx: Db,
  { payin, attempt, notice, at, dispute }: Opening & { dispute: DisputeRow },
): Promise<void> {
  const { claimMinor, problem } = claimedAmount(notice, payin.paymentMethodCurrency);
  const noticeId = context.newId();
  const isNew = await insertNotice(trx, {
    id: noticeId,
    dispute_id: dispute.id,
    event_id: notice.id,
    event: notice.event,
    step: notice.step,
    said_at: notice.reportedAt ?? at,
    date_unsigned: notice.isDateUnsigned === true,
    disputed_minor: claimMinor ?? null,
    reason_code: storableText(notice.reasonCode?.trim()),
    answer_by: notice.answerBy ?? null,
    charged_minor: null,
    detail: storableText(notice.detail),
    actor: null,
    received_at: at,
  });
  if (!isNew) return;
  const discrepancies = payin.paidByAttempt ? [problem, notice.toCheck] : [NOT_CREDITED];
  const discrepancy = discrepancies.filter((each) => each !== undefined).join(' ');
  if (discrepancy !== '') {
    const entry = {
      kind: 'acquirer_notice',
      orderId: payin.id,
      attemptId: attempt.id,
      at,
    } as const;
    const detail = `The acquirer sent ${notice.event}, ${notice.reference}: ${discrepancy}`;
    await raiseAttention(context, trx, { ...entry, detail });
  }
  const moved = await applyNotices(context, trx, { payin, dispute, noticeId, at });
  const { id: disputeId, status, step } = moved;
  const ids = { merchantId: payin.merchantId, orderId: payin.id, disputeId };
  context.log.info({ ...ids, event: notice.event, step, status }, 'Dispute notice received');
}

/** Opens a dispute. `applyNotices` then sets its status and amount from its notices. */
async function open(
  { newId }: Deps,
  trx: Db,
  { payin, attempt, notice, at }: Opening,
): Promise<DisputeRow> {
  return insertDispute(trx, {
    id: newId(),
    merchant_id: payin.merchantId,
    payin_id: payin.id,
    payin_attempt_id: attempt.id,
    terminal_id: payin.terminalId,
    gate_id: payin.gateId,
    reference: notice.reference,
    status: 'INQUIRY',
    step: 'commented',
    money: 'untouched',
    currency: payin.currency,
    amount_minor: 0n,
    payment_method_currency: payin.paymentMethodCurrency,
    disputed_minor: 0n,
    fee_minor: payin.feeMinor,
    created_at: at,
    updated_at: at,
  });
}
