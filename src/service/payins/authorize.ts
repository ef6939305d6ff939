import { isUnderWay } from '#domain/order/status.ts';
import type { Caller } from '../merchants/settings.ts';
import {
  CALL_TIMEOUT_MS,
  callAcquirer,
  expectPart,
  isNoAnswer,
  settleFirstAnswer,
  waitForAnswer,
  type NoAnswer,
} from '../orders/call-acquirer.ts';
import type { SettleResult } from '../orders/write-unless-changed.ts';
import type { ServiceContext } from '../platform/context.ts';
import { unbatched } from '../platform/database/batch.ts';
import type { PayinRow } from '../platform/database/schema.ts';
import type {
  AcquirerAnswer,
  NewAttempt,
  NotTaken,
  TransferAnswer,
  TransferInput,
} from '../acquirers/port.ts';
import { takeFirstAvailable } from '../routing/choose.ts';
import { checkedAnswer, type ReportedOutcome } from './attempt.ts';
import { sumOf } from './receipts.ts';
import {
  firstInquiryOf,
  recordAttempt,
  type CommonRefusal,
  type RecordedAttempt,
  type SubmittedPayment,
} from './record-attempt.ts';
import { settleAttempt } from './settle.ts';
import { attemptEnd } from './settlement.ts';
import { closeAttempt, insertNextAttempt, lockAttempt, selectAttempt } from './store/attempts.ts';
import { annotatePayin } from './store/payins.ts';

/** What the acquirer needs to take a payment. Exists only in memory, for the calls of one payment. */
type PaymentMeans = CardMeans | TransferInput;

interface CardMeans extends Pick<NewAttempt, 'card' | 'browserInfo'> {
  source: 'CARD';
}

/**
 * Takes a payment for a waiting payin: records the attempt, moves the order to IN_PROGRESS, and asks the acquirer to
 * authorize or begin the payment. Fails over to the next route of the cascade at once if the acquirer took nothing and
 * no longer can, or declined for a reason of its own. Card details exist only in memory, for these calls.
 *
 * Waits a while for the outcome (`waits.acquirerMs`). If that is not enough, moves the order to PROCESS_PENDING, and
 * the calls continue in the background. Callers read the outcome from the order. Repeating the identical signed request
 * returns `accepted` again and changes nothing.
 *
 * Holds no lock and no transaction while it waits for an acquirer.
 *
 * @returns `accepted`, or why the order did not take the payment
 */
export async function authorizePayment<Refused>(
  context: ServiceContext,
  caller: Caller,
  submitted: SubmittedPayment<Refused>,
  means: PaymentMeans,
): Promise<'accepted' | CommonRefusal | Refused> {
  const result = await recordAttempt(context, caller, submitted);
  if (result.result === 'answered') {
    // A business refusal may have failed the order, which records a webhook event.
    context.wakeWebhooks();
    return result.answer;
  }
  let current = result.recorded;
  const settle = ({ open }: RecordedAttempt, outcome: ReportedOutcome) =>
    settleAttempt(context, open.attemptId, outcome, open);
  const authorized = authorizeWithFailover(context, current, {
    means,
    settle,
    onNext(next) {
      current = next;
    },
  });
  await waitForAnswer(context, authorized, () => settle(current, { outcome: 'unknown' }));
  return 'accepted';
}

const MOST_ROUTES_TRIED = 3;

type FirstAnswer = AcquirerAnswer | TransferAnswer | NotTaken;

/**
 * Authorizes a payment on its route, and on the next ones as long as failover is allowed. All calls together take no
 * longer than one call to an acquirer may.
 */
async function authorizeWithFailover(
  context: ServiceContext,
  recorded: RecordedAttempt,
  {
    means,
    settle,
    onNext,
  }: {
    means: PaymentMeans;
    settle: (attempt: RecordedAttempt, outcome: ReportedOutcome) => Promise<SettleResult<PayinRow>>;
    onNext: (next: RecordedAttempt) => void;
  },
): Promise<SettleResult<PayinRow>> {
  const { timers } = context;
  let timeLeftMs = CALL_TIMEOUT_MS;
  let current = recorded;
  for (let tried = 1; ; tried += 1) {
    const startedMs = timers.monotonicMs();
    const answer = await authorize(context, current, means, timeLeftMs);
    timeLeftMs -= Math.ceil(timers.monotonicMs() - startedMs);
    const mayFailOver = tried < MOST_ROUTES_TRIED && timeLeftMs > 0;
    const next =
      !isNoAnswer(answer) && mayFailOver && allowsFailover(answer)
        ? await failOver(context, current, answer)
        : undefined;
    if (next === undefined) {
      const last = current;
      return settleFirstAnswer(context, last.attempt, answer, (outcome) => settle(last, outcome));
    }
    onNext((current = next));
  }
}

/** Makes the first call for an attempt. An acquirer whose terminal cannot be opened has taken nothing. */
async function authorize(
  context: ServiceContext,
  { attempt, route: { terminal } }: RecordedAttempt,
  means: PaymentMeans,
  timeoutMs: number,
): Promise<FirstAnswer | NoAnswer> {
  const call = { name: 'authorize', attempt, terminal, timeoutMs } as const;
  const answer =
    means.source === 'CARD'
      ? await callAcquirer(context, {
          ...call,
          open: (acquirer) => expectPart(acquirer, 'cards', terminal),
          send: (cards, ...rest) => cards.authorize({ ...attempt, ...means }, ...rest),
        })
      : await callAcquirer(context, {
          ...call,
          open: (acquirer) => expectPart(acquirer, 'transfers', terminal),
          send: async (transfers, ...rest) =>
            checkedAnswer(await transfers.begin({ ...attempt, input: means }, ...rest)),
        });
  return isNoAnswer(answer) && answer.why === 'not_opened' ? NOT_OPENED : answer;
}

const NOT_OPENED = { outcome: 'not_taken', cause: 'unreachable' } as const;

/**
 * Returns whether the next route may be tried: the acquirer took nothing and no longer can, or declined for a reason of
 * its own and not the issuer's. A card that must not be tried again is not tried on another route either.
 */
function allowsFailover(answer: FirstAnswer): boolean {
  if (answer.outcome === 'not_taken') return true;
  if ('receipts' in answer && sumOf(answer.receipts) > 0n) return false;
  if (!('mayTryAnother' in answer) || !answer.mayTryAnother) return false;
  return !('advice' in answer) || answer.advice !== 'do_not_try_again';
}

/**
 * Ends an attempt that took nothing or was declined, and records the next one on the next available route, in one
 * transaction. So the order stays under way and always has an open attempt.
 *
 * Locks the order, then the attempt.
 *
 * @returns the next attempt; undefined if no route is left, the order has ended, or the attempt was settled elsewhere;
 *   also if recording failed, so that the caller settles the attempt by the answer that it has
 */
async function failOver(
  context: ServiceContext,
  current: RecordedAttempt,
  answer: FirstAnswer,
): Promise<RecordedAttempt | undefined> {
  const next = takeFirstAvailable(context.terminals, current.remaining);
  if (next === undefined) return undefined;
  try {
    return await recordNextAttempt(context, { ...current, ...next }, answer);
  } catch (error) {
    const { id: attemptId } = current.attempt;
    context.log.warn({ err: error, attemptId }, 'Recording the next route failed');
    return undefined;
  }
}

async function recordNextAttempt(
  context: ServiceContext,
  following: RecordedAttempt,
  answer: FirstAnswer,
): Promise<RecordedAttempt | undefined> {
  const { db, now, newId } = context;
  const { attempt, route } = following;
  const end = attemptEnd(answer);
  if (end === undefined) throw new Error(`${answer.outcome} does not end an attempt`);
  const id = newId();
  const at = now();
  const payin = await db.transaction().execute(async (trx) => {
    await lockAttempt(trx, attempt.id);
    const state = (await selectAttempt(unbatched(trx), attempt.id))?.state;
    if (state === undefined || state.outcome !== null) return undefined;
    const { payin: found, receipts } = state;
    if (!isUnderWay(found.status) || receipts.receivedMinor > 0n) return undefined;
    await closeAttempt(trx, attempt.id, end, at, { superseded: true });
    const changes = {
      attempts_made: found.attempts_made + 1,
      terminal_id: route.terminal.id,
      route_id: route.id,
    };
    await insertNextAttempt(trx, attempt.id, {
      id,
      terminalId: route.terminal.id,
      routeId: route.id,
      at,
      nextInquiryAt: firstInquiryOf(context, route, at, found.expires_at),
      failureKeys: following.failureKeys.length === 0 ? null : following.failureKeys,
    });
    await annotatePayin(trx, found, changes, at);
    return { ...found, ...changes, updated_at: at };
  });
  if (payin === undefined) return undefined;
  const { address } = attempt.payer;
  context.limits.addressDeclines.begin(id, { merchantId: payin.merchant_id, address });
  return {
    ...following,
    attempt: { ...attempt, id },
    open: { ...following.open, attemptId: id, payin, attemptedAt: at, challengedAt: null },
  };
}
