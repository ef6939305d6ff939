import type { Kysely } from 'kysely';
import type { Sensitive } from '#domain/card/sensitive.ts';
import { payoutReserve } from '#domain/ledger/posting.ts';
import type { Route } from '#domain/routing/route.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { Tables } from '../platform/database/schema.ts';
import { postAll } from '../ledger/post.ts';
import type { MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent } from '../merchants/stale-settings.ts';
import { firstQueryAt } from '../orders/ask-schedule.ts';
import { refuseDrafts, refusedColumns, type PayoutDrafts } from './draft-payouts.ts';
import { systemError, type BusinessRefusal } from '../orders/judge-method.ts';
import { payoutAttempt, type RecordedPayout } from './pay-out.ts';
import {
  insertFirstPayout,
  insertOtherPayouts,
  recordTransitions,
  startPayouts,
} from './queries.ts';
import { countPayout } from './count-payout.ts';
import { recordFinalPayouts } from './record-final-payouts.ts';

export interface PayoutPlan {
  drafts: Pick<PayoutDrafts, 'first' | 'others'>;
  /** Why the orders are made FAILED at once. */
  refusal: BusinessRefusal | undefined;
  /** Where the orders go; undefined where they are refused. */
  route: Route | undefined;
  /** As it is sent to the provider; it is kept in memory until then, and nowhere else. */
  destination: Sensitive<string>;
  /** With the settings that the orders were judged by. */
  caller: MerchantCaller;
  /** The orders are made FAILED when one of these is on the merchant's block lists. */
  fingerprints: Uint8Array[];
}

export interface MadePayouts {
  first: PayoutRow;
  /** What the providers are to be asked once this is committed; none where the orders failed. */
  recorded: RecordedPayout[];
}

type MakeResult = MadePayouts | 'reference_taken';

/**
 * Makes all orders of a group in one transaction: every one of them reserved and under way, or every
 * one FAILED. Nobody sees them CREATED: that is over when the transaction ends.
 *
 * Locks the gate's account, last.
 *
 * @throws StaleSettings; nothing is made then
 */
export async function makePayouts(context: ServiceContext, plan: PayoutPlan): Promise<MakeResult> {
  const made = await context.db.transaction().execute((trx) => make(context, trx, plan));
  if (typeof made !== 'string' && made.recorded.length === 0) context.wakeWebhooks();
  return made;
}

async function make(
  context: ServiceContext,
  trx: Kysely<Tables>,
  plan: PayoutPlan,
): Promise<MakeResult> {
  const inserted = await insertGroup(trx, plan);
  if (typeof inserted === 'string') return inserted;
  const { payouts, first, refused } = inserted;
  if (refused) {
    await recordTransitions(trx, idsOf(payouts), [creation('FAILED', first.created_at)]);
    countAll(context, payouts, 'FAILED');
    await recordFinalPayouts(context, trx, first.group_id);
    return { first, recorded: [] };
  }
  const reserve = payouts.map((payout) => ({
    ...{ orderId: payout.id, movement: reserveFor(payout), at: first.created_at },
  }));
  const result = await postAll(trx, reserve);
  switch (result) {
    case 'posted':
      return startGroup(context, trx, payouts, plan);
    case 'insufficient':
      return failGroup(context, trx, payouts);
    case 'no_account':
      // Judged by the same settings, under the same version: the account was there.
      throw new Error(`Gate ${first.gate_id} has no account in ${first.currency}`);
  }
}

interface InsertedGroup {
  first: PayoutRow;
  payouts: PayoutRow[];
  refused: boolean;
}

async function insertGroup(
  trx: Kysely<Tables>,
  { drafts, refusal, caller, fingerprints }: PayoutPlan,
): Promise<InsertedGroup | 'reference_taken'> {
  const plain = refusal === undefined ? drafts : refuseDrafts(drafts, refusal);
  const blocked = refuseDrafts(drafts, BLOCKED);
  for (const { first, others, watched } of [
    { ...plain, watched: refusal === undefined ? fingerprints : [] },
    { ...blocked, watched: [] },
  ]) {
    const guard = { configVersion: caller.version, fingerprints: watched };
    const { row } = expectCurrent(caller, await insertFirstPayout(trx, first, guard));
    if (row) {
      const payouts = [row, ...(await insertOtherPayouts(trx, others))];
      return { first: row, payouts, refused: row.status === 'FAILED' };
    }
  }
  return 'reference_taken';
}

const BLOCKED = systemError(
  'BLACKLISTED_INPUT_DATA',
  'The destination or the customer is on a block list.',
);

function reserveFor(payout: PayoutRow) {
  return payoutReserve({
    gateId: payout.gate_id,
    currency: payout.currency,
    amountMinor: payout.amount_minor,
    feeTotalMinor: payout.fee_total_minor,
  });
}

function creation(to: 'CREATED' | 'FAILED', at: Date) {
  return { from: null, to, cause: to === 'CREATED' ? 'accepted' : 'refused', at } as const;
}

async function startGroup(
  context: ServiceContext,
  trx: Kysely<Tables>,
  payouts: readonly PayoutRow[],
  { route, destination }: Pick<PayoutPlan, 'route' | 'destination'>,
): Promise<MadePayouts> {
  const [first] = payouts;
  if (route === undefined || first === undefined) {
    throw new Error('A payout was accepted without a route');
  }
  const at = first.created_at;
  const recorded = payouts.map((payout) => ({
    route,
    attempt: payoutAttempt(context.newId(), payout, destination),
  }));
  await startPayouts(trx, {
    ids: idsOf(payouts),
    attempts: recorded.map(({ attempt }) => ({
      id: attempt.id,
      payout_id: attempt.orderId,
      terminal_id: route.terminal.id,
      route_id: route.id,
      next_ask_at: firstQueryAt(at),
      leased_until: firstQueryAt(at),
      created_at: at,
    })),
    moves: [
      creation('CREATED', at),
      { from: 'CREATED', to: 'IN_PROGRESS', cause: 'amount_reserved', at },
    ],
  });
  countAll(context, payouts, 'IN_PROGRESS');
  return { first: { ...first, status: 'IN_PROGRESS' }, recorded };
}

/** The orders are created FAILED: nobody saw the status they had for a moment. */
async function failGroup(
  context: ServiceContext,
  trx: Kysely<Tables>,
  payouts: readonly PayoutRow[],
): Promise<MadePayouts> {
  const short = systemError('BALANCE_INSUFFICIENT', 'The available balance does not cover this.');
  const rows = await trx
    .updateTable('payouts')
    .set(refusedColumns(short))
    .where('id', 'in', idsOf(payouts))
    .where('status', '=', 'CREATED')
    .returningAll()
    .execute();
  const first = rows.find(({ part }) => part === 0);
  if (first === undefined) throw new Error('A group of payouts vanished while it was made');
  await recordTransitions(trx, idsOf(payouts), [creation('FAILED', first.created_at)]);
  countAll(context, payouts, 'FAILED');
  await recordFinalPayouts(context, trx, first.group_id);
  return { first, recorded: [] };
}

function countAll(
  { metrics }: Pick<ServiceContext, 'metrics'>,
  payouts: readonly PayoutRow[],
  status: 'IN_PROGRESS' | 'FAILED',
): void {
  for (const payout of payouts) countPayout(metrics, { ...payout, status });
}

function idsOf(payouts: readonly PayoutRow[]): string[] {
  return payouts.map(({ id }) => id);
}
