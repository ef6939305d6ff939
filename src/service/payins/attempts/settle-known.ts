import { isFinal } from '#domain/order/status.ts';
import { balanceChanges } from '../../ledger/balance-changes.ts';
import { entryRows } from '../../ledger/queries.ts';
import type { FinalDeps } from '../../orders/final-deps.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { PayinRow } from '../../platform/database/schema.ts';
import { currentTraceparent } from '../../platform/tracing/trace.ts';
import { canonicalUrl } from '../../webhooks/record.ts';
import { attemptsLeft } from './attempts-left.ts';
import { creditOf, retentions } from './credit-payin.ts';
import { countPayin, recordEnd } from '../count-payin.ts';
import { attemptEnd, freesOrder, movesFor, type ReportedOutcome } from '../payin-moves.ts';
import { expectTransition } from '../move-payin.ts';
import type { KnownAttempt } from './record-attempt.ts';
import { payinEventOrders } from '../record-final-payin.ts';
import {
  settlementInput,
  settlements,
  type Credit,
  type FinalEvent,
  type Settlement,
} from './settle-queries.ts';

type Deps = Pick<
  ServiceContext,
  'batches' | 'log' | 'limits' | 'rollingReleaseDays' | 'wakeWebhooks'
> &
  FinalDeps;

/**
 * Settles an attempt by what is known of it since it was recorded, in one statement, which compares that
 * with what is there. Its account is locked no longer than that takes.
 *
 * @returns false when nothing was done: the order has changed since, or this outcome leaves the attempt
 *   open
 */
export async function settleKnown(
  deps: Deps,
  known: KnownAttempt,
  reported: ReportedOutcome,
  at: Date,
): Promise<boolean> {
  const end = attemptEnd(reported);
  const [move, more] = movesFor(known.payin.status, reported, mayAttemptAgain(known, reported, at));
  if (end === undefined || move === undefined || more !== undefined) return false;
  const { payin, webhookPayload } = known;
  const { to, cause, changes } = move;
  expectTransition({ from: payin.status, to, cause });
  const moved: PayinRow = { ...payin, ...changes, status: to, updated_at: at };
  const settlement: Settlement = {
    ...{ attemptId: known.id, ...end, at, cause, moved, webhookPayload },
    ...{ from: payin.status, movedFromAt: payin.updated_at },
    credit: to === 'SUCCESS' ? creditFor(moved, at, deps.rollingReleaseDays) : undefined,
    event: isFinal(to) ? eventFor(deps, known, moved) : undefined,
  };
  const settled = await deps.batches.run(settlements, settlementInput(settlement));
  if (settled === undefined) return false;
  recordEnd(deps, known.id, moved, end, reported);
  countPayin(deps.metrics, moved);
  if (isFinal(to)) deps.wakeWebhooks();
  return true;
}

function mayAttemptAgain(
  { payin, attempts: { made, declined } }: KnownAttempt,
  { outcome }: ReportedOutcome,
  at: Date,
): boolean {
  const declinedNow = declined + (outcome === 'soft_decline' ? 1 : 0);
  return (
    freesOrder(payin, outcome, at) &&
    attemptsLeft(payin.max_attempts, { made, declined: declinedNow }) > 0
  );
}

function creditFor(payin: PayinRow, at: Date, rollingReleaseDays: number): Credit {
  const movement = creditOf(payin);
  const { gates } = balanceChanges(movement.entries);
  const [gate] = gates;
  if (gate === undefined || gates.length > 1) throw new Error('A payin credits one account');
  return {
    gate,
    entries: entryRows([{ movement, orderId: payin.id }]),
    retained: retentions(payin, at, rollingReleaseDays),
  };
}

function eventFor(deps: FinalDeps, { webhookPayload }: KnownAttempt, payin: PayinRow): FinalEvent {
  return {
    eventId: deps.newId(),
    callbackUrl: payin.callback_url && canonicalUrl(payin.callback_url),
    body: JSON.stringify(payinEventOrders(payin, deps.pageUrl)[webhookPayload]()),
    traceparent: currentTraceparent(),
  };
}
