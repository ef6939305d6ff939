import type { Kysely } from 'kysely';
import { payoutRelease, payoutSettle, type Movement } from '#domain/ledger/posting.ts';
import { isFinal } from '#domain/order/status.ts';
import type { ServiceContext } from '../context.ts';
import type { PayoutOutcome, PayoutRow } from '../database/schema-payouts.ts';
import type { Tables } from '../database/schema.ts';
import { post } from '../ledger/post.ts';
import type { PayoutNews } from '../providers/provider.ts';
import { movePayout, type PayoutMove } from './move-payout.ts';
import { closePayoutAttempt, lockOpenPayout } from './payout-attempt-queries.ts';

/** What is known of a payout's attempt; `unknown` is a provider's silence. */
export type PayoutAttemptNews = PayoutNews | { outcome: 'unknown' };

type SettleDeps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'pageUrl' | 'log' | 'wakeWebhooks'>;

/**
 * Brings a payout in line with what the provider said of its attempt: once. What was paid leaves the
 * reserve for good, what was refused goes back.
 *
 * Locks the payout's group, and the gate's account when it ends.
 *
 * @returns the order as it is then; undefined when the attempt was settled before
 */
export async function settlePayout(
  context: SettleDeps,
  attemptId: string,
  news: PayoutAttemptNews,
): Promise<PayoutRow | undefined> {
  const at = context.now();
  const settled = await context.db.transaction().execute(async (trx) => {
    const payout = await lockOpenPayout(trx, attemptId);
    if (payout === undefined) return undefined;
    const outcome = settledOutcome(news);
    if (outcome === undefined) return leavePending(context, trx, payout, news, at);
    const reference = 'reference' in news ? news.reference : null;
    await closePayoutAttempt(trx, attemptId, { outcome, reference, at });
    if (!isFinal(payout.status)) return endPayout(context, trx, payout, { ...endingOf(news), at });
    warnOfContradiction(context, payout, outcome);
    return payout;
  });
  if (settledOutcome(news) !== undefined) context.wakeWebhooks();
  return settled;
}

/** Undefined while the attempt stays open. */
function settledOutcome({ outcome }: PayoutAttemptNews): PayoutOutcome | undefined {
  return outcome === 'pending' || outcome === 'unknown' ? undefined : outcome;
}

async function leavePending(
  context: SettleDeps,
  trx: Kysely<Tables>,
  payout: PayoutRow,
  { outcome }: PayoutAttemptNews,
  at: Date,
): Promise<PayoutRow | undefined> {
  if (payout.status !== 'IN_PROGRESS') return payout;
  const cause = outcome === 'pending' ? 'provider_pending' : 'provider_silent';
  return movePayout(context, trx, payout, { to: 'PROCESS_PENDING', cause, at });
}

/** The operator ended the order by hand, and the provider paid all the same: a person has to look. */
function warnOfContradiction(context: SettleDeps, payout: PayoutRow, outcome: PayoutOutcome): void {
  if (outcome !== 'paid' || payout.status === 'SUCCESS') return;
  context.log.error({ orderId: payout.id }, 'A payout that was failed by hand has been paid');
}

function endingOf(news: PayoutAttemptNews): Omit<PayoutMove, 'at'> {
  if (news.outcome === 'paid') {
    return { to: 'SUCCESS', cause: 'provider_paid', changes: { resolution: 'OK' } };
  }
  const message =
    news.outcome === 'refused' ? news.message : 'The payout did not reach the provider.';
  return {
    to: 'FAILED',
    cause: 'provider_refused',
    changes: {
      resolution: 'PROVIDER_ERROR',
      resolution_code: 'ORDER_CANNOT_BE_PROCESSED',
      resolution_message: 'The provider refused the payout.',
      provider_error_message: message,
    },
  };
}

/**
 * Ends a payout that was reserved, and with it the reserve. The account comes last: it is what others
 * of the same gate wait for.
 */
export async function endPayout(
  context: SettleDeps,
  trx: Kysely<Tables>,
  payout: PayoutRow,
  move: PayoutMove,
): Promise<PayoutRow> {
  const ended = await movePayout(context, trx, payout, move);
  if (ended === undefined) throw new Error(`Payout ${payout.id} was moved under its lock`);
  const result = await post(trx, endingMovement(ended), { orderId: ended.id, at: move.at });
  if (result !== 'posted') throw new Error(`Payout ${ended.id} did not end its reserve: ${result}`);
  return ended;
}

function endingMovement(payout: PayoutRow): Movement {
  const reserved = {
    gateId: payout.gate_id,
    currency: payout.currency,
    amountMinor: payout.amount_minor,
    feeTotalMinor: payout.fee_total_minor,
  };
  return payout.status === 'SUCCESS' ? payoutSettle(reserved) : payoutRelease(reserved);
}
