import { createHash } from 'node:crypto';
import type { CreatePayoutRequest } from '#contract/schemas/payout.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import { payoutReserve } from '#domain/ledger/posting.ts';
import {
  cardNumberIn,
  isDestinationValid,
  maskDestination,
  payableDestination,
} from '#domain/order/destination.ts';
import {
  feeSwallowsAmount,
  feeTotal,
  payoutAmounts,
  type PayoutAmounts,
} from '#domain/order/fees.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import { shareFee, splitPayout, type SplitResult } from '#domain/order/split-payout.ts';
import { failure, success } from '#domain/result.ts';
import type { Route } from '#domain/routing/route.ts';
import type { Kysely } from 'kysely';
import { postAll } from '../ledger/post.ts';
import type { GateMethod, MerchantCaller } from '../merchants/settings.ts';
import { expectCurrent, StaleSettings } from '../merchants/stale-settings.ts';
import {
  countCardNumbers,
  mayConfirm,
  spendComparisons,
  type TooManyComparisons,
} from '../orders/card-comparisons.ts';
import {
  differingFields,
  methodOrAnswer,
  recordRequest,
  replayOrConflict,
  type Creation,
  type RecordedRequest,
} from '../orders/duplicate.ts';
import {
  evaluateOrder,
  FEE_NOT_BELOW_AMOUNT,
  ROUTING_REFUSALS,
  systemError,
  wantedBy,
  type BusinessRefusal,
} from '../orders/evaluate-order.ts';
import { feeColumns, feePlan } from '../orders/fees.ts';
import {
  blockFingerprint,
  customerFingerprints,
  destinationFingerprint,
} from '../orders/fingerprints.ts';
import { firstInquiryAt } from '../orders/inquiry-schedule.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { NewPayout, PayoutRow } from '../platform/database/tables/payouts.ts';
import type { Keyring } from '../platform/keyring.ts';
import { routesForPayout, takeFirstAvailable } from '../routing/choose.ts';
import { payOut, payoutAttempt, type RecordedPayout } from './pay.ts';
import { countPayout, recordFinalPayouts } from './settle.ts';
import {
  insertFirstPayout,
  insertOtherPayouts,
  refusePayouts,
  recordTransitions,
  selectFirstPayout,
  selectPayout,
  startPayouts,
} from './store.ts';

/**
 * Makes the payout orders of a request, or finds those that this reference already made; answers the
 * first of them (decision 6). What they cost is reserved in the transaction that makes them; the
 * provider pays afterwards, and its answer is waited for a moment.
 *
 * @throws StaleSettings
 */
export async function createPayout(
  context: ServiceContext,
  caller: MerchantCaller,
  request: CreatePayoutRequest,
): Promise<Creation<PayoutRow>> {
  const found = await methodOrAnswer(caller, { ...request, direction: 'payout' }, () =>
    findDuplicate(context, caller, request),
  );
  if ('answer' in found) return found.answer;
  const { method } = found;
  const destination = payableDestination(method.paymentSource, request.destination_account);
  const drafts = draftPayouts(context, caller.merchantId, request, method);
  const refusal = evaluatePayout(context, request, method, drafts);
  const route = refusal ? undefined : routeFor(context, method, request);
  const made = await makePayouts(context, {
    drafts,
    refusal: refusal ?? (route ? undefined : ROUTING_REFUSALS.ORDER_CANNOT_BE_ROUTED),
    route,
    caller,
    destination: new Sensitive(destination),
    fingerprints: payoutFingerprints(context.keyring, method.paymentSource, request),
  });
  if (made === 'reference_taken') {
    const duplicate = await findDuplicate(context, caller, request);
    if (duplicate === undefined) throw new StaleSettings();
    return duplicate;
  }
  if (made.recorded.length === 0) return success({ order: made.first, replayed: false });
  const known = await payOut(context, made.recorded);
  // Undefined where somebody else settled it meanwhile, or nobody could.
  const payout = known ?? (await selectPayout(context.db, made.first.id)) ?? made.first;
  return success({ order: payout, replayed: false });
}

/** Undefined where the circuits of all are open. */
function routeFor(
  { terminals }: ServiceContext,
  method: GateMethod,
  { amount: amountMinor }: CreatePayoutRequest,
): Route | undefined {
  const payment = { amountMinor, card: undefined, country: undefined };
  const taking = routesForPayout(terminals, method.routes, wantedBy(method), payment);
  return takeFirstAvailable(terminals, taking)?.route;
}

async function findDuplicate(
  { db, keyring }: ServiceContext,
  caller: MerchantCaller,
  request: CreatePayoutRequest,
): Promise<Creation<PayoutRow> | undefined> {
  const payout = await selectFirstPayout(db, caller.merchantId, request.reference_id);
  if (payout === undefined) return undefined;
  const repeated = recordPayoutRequest(keyring, payout.payment_source, request);
  const differing = differingFields(keyring, payout.request, repeated);
  const refusal = await checkComparison(db, caller, request, differing);
  return refusal ? failure(refusal) : replayOrConflict(payout, differing);
}

/**
 * The answer to a repeated request shows whether its card number is that of the order, so it is limited.
 */
async function checkComparison(
  db: ServiceContext['db'],
  { keyId }: MerchantCaller,
  request: CreatePayoutRequest,
  differing: readonly string[],
): Promise<TooManyComparisons | undefined> {
  const compared = countCardNumbers([request.destination_account]);
  if (compared === 0) return undefined;
  return differing.includes('destination_account')
    ? spendComparisons(db, keyId, compared)
    : mayConfirm(db, keyId);
}

function evaluatePayout(
  { terminals }: ServiceContext,
  request: CreatePayoutRequest,
  method: GateMethod,
  { splitProblem }: PayoutDrafts,
): BusinessRefusal | undefined {
  const refusal = evaluateOrder(method, request.amount, terminals);
  if (refusal) return refusal;
  if (splitProblem !== undefined) return SPLIT_REFUSALS[splitProblem];
  if (feeSwallowsAmount(request.amount, feePlan(method))) return FEE_NOT_BELOW_AMOUNT;
  return isDestinationValid(method.paymentSource, request.destination_account, sha256)
    ? undefined
    : systemError('DESTINATION_ACCOUNT_INVALID', 'The payment method cannot pay to this account.');
}

const SPLIT_REFUSALS = {
  too_many_parts: systemError('AMOUNT_OVER_LIMIT', 'The amount would need too many parts.'),
  parts_too_small: systemError(
    'AMOUNT_UNDER_LIMIT',
    'The amount cannot be split without a part below the limit of the payment method.',
  ),
} as const satisfies Record<NonNullable<PayoutDrafts['splitProblem']>, BusinessRefusal>;

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

interface PayoutPlan {
  drafts: Pick<PayoutDrafts, 'first' | 'others'>;
  /** Why the orders are made FAILED at once. */
  refusal: BusinessRefusal | undefined;
  /** Where the orders go; undefined where they are refused. */
  route: Route | undefined;
  /** As it is sent to the provider; it is kept in memory until then, and nowhere else. */
  destination: Sensitive<string>;
  /** With the settings that the orders were evaluated by. */
  caller: MerchantCaller;
  /** The orders are made FAILED when one of these is on the merchant's block lists. */
  fingerprints: Uint8Array[];
}

interface MadePayouts {
  first: PayoutRow;
  /** What the providers are to pay once this is committed; none where the orders failed. */
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
async function makePayouts(context: ServiceContext, plan: PayoutPlan): Promise<MakeResult> {
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
    orderId: payout.id,
    movement: reserveFor(payout),
    at: first.created_at,
  }));
  const result = await postAll(trx, reserve);
  switch (result) {
    case 'posted':
      return startGroup(context, trx, payouts, plan);
    case 'insufficient':
      return failGroup(context, trx, payouts);
    case 'no_account':
      // Evaluated by the same settings, under the same version: the account was there.
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
      next_ask_at: firstInquiryAt(at),
      leased_until: firstInquiryAt(at),
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
  const rows = await refusePayouts(trx, idsOf(payouts), refusedColumns(short));
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

/** The orders of one request: one, or as many as the method's parts make of it. */
interface PayoutDrafts {
  first: NewPayout;
  others: NewPayout[];
  /** Why the amount could not be split; then there is one order, for all of it. */
  splitProblem: Extract<SplitResult, { ok: false }>['problem'] | undefined;
}

function draftPayouts(
  deps: Pick<ServiceContext, 'newId' | 'now' | 'keyring'>,
  merchantId: string,
  request: CreatePayoutRequest,
  method: GateMethod,
): PayoutDrafts {
  const split = splitAmount(request.amount, method);
  const [first, ...others] = partAmounts(request.amount, split, method);
  const groupId = deps.newId();
  const common = commonColumns(deps, merchantId, request, method);
  const draft = (id: string, part: number, amounts: PayoutAmounts): NewPayout => ({
    ...common,
    id,
    group_id: groupId,
    part,
    amount_minor: amounts.amountMinor,
    fee_total_minor: amounts.feeTotalMinor,
    total_minor: amounts.totalMinor,
  });
  return {
    first: draft(groupId, 0, first),
    others: others.map((amounts, index) => draft(deps.newId(), index + 1, amounts)),
    splitProblem: split.ok ? undefined : split.problem,
  };
}

function splitAmount(amountMinor: bigint, method: GateMethod): SplitResult {
  const { maxPartAmountMinor: maxMinor, amountMinMinor: minMinor } = method;
  if (maxMinor === undefined) return { ok: true, value: [amountMinor] };
  return splitPayout(amountMinor, { minMinor, maxMinor });
}

/** The fee is that of the whole amount, shared out: split or not, a request costs the same. */
function partAmounts(
  amountMinor: bigint,
  split: SplitResult,
  method: GateMethod,
): [PayoutAmounts, ...PayoutAmounts[]] {
  const feeMinor = feeTotal(amountMinor, feePlan(method));
  const parts = split.ok ? split.value : [amountMinor];
  const fees = shareFee(feeMinor, parts);
  const [first, ...others] = parts.map((part, index) => payoutAmounts(part, fees[index] ?? 0n));
  return [first ?? payoutAmounts(amountMinor, feeMinor), ...others];
}

function commonColumns(
  deps: Pick<ServiceContext, 'now' | 'keyring'>,
  merchantId: string,
  request: CreatePayoutRequest,
  method: GateMethod,
) {
  const now = deps.now();
  const { payment_method_data: data, destination_account: destination } = request;
  const source = method.paymentSource;
  return {
    merchant_id: merchantId,
    reference_id: request.reference_id,
    gate_id: method.gateId,
    method_id: method.id,
    status: 'CREATED',
    payment_source: source,
    currency: method.currency,
    ...feeColumns(method),
    destination_shown: maskDestination(source, destination),
    destination_fingerprint: destinationFingerprint(deps.keyring, source, destination),
    payment_method_data: data === undefined ? null : JSON.stringify(data),
    customer: JSON.stringify(request.customer),
    comment: request.comment ?? null,
    request: JSON.stringify(recordPayoutRequest(deps.keyring, source, request)),
    created_at: now,
    updated_at: now,
  } as const;
}

/** What is kept to tell a repeated request: the destination only as its keyed hash. */
function recordPayoutRequest(
  keyring: Keyring,
  source: PaymentSource,
  request: CreatePayoutRequest,
): RecordedRequest {
  const destination = destinationFingerprint(keyring, source, request.destination_account);
  const recorded = { ...request, destination_account: destination.toString('hex') };
  return recordRequest(recorded);
}

/** All that block lists know a payout by. */
function payoutFingerprints(
  keyring: Keyring,
  source: PaymentSource,
  { customer, destination_account: destination }: CreatePayoutRequest,
): Buffer[] {
  const number = cardNumberIn(source, destination);
  const card = number === undefined ? [] : [blockFingerprint(keyring, 'card', number)];
  const account = blockFingerprint(keyring, 'destination', destination);
  return [...customerFingerprints(keyring, customer), account, ...card];
}

/** The same orders, refused before they are made. */
function refuseDrafts(
  { first, others }: Pick<PayoutDrafts, 'first' | 'others'>,
  refusal: BusinessRefusal,
): Pick<PayoutDrafts, 'first' | 'others'> {
  const refuse = (draft: NewPayout): NewPayout => ({ ...draft, ...refusedColumns(refusal) });
  return { first: refuse(first), others: others.map(refuse) };
}

function refusedColumns(refusal: BusinessRefusal) {
  return {
    status: 'FAILED',
    resolution: refusal.resolution,
    resolution_code: refusal.code,
    resolution_message: refusal.message,
  } as const;
}
