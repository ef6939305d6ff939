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
import { postingColumns } from '../ledger/store.ts';
import { isCurrent, STALE, type GateMethod, type MerchantCaller } from '../merchants/settings.ts';
import {
  refuseConfirmation,
  spendComparisons,
  type TooManyComparisons,
} from '../orders/card-comparisons.ts';
import {
  differingFields,
  methodOrAnswer,
  recordedRequest,
  replayOfEmptyReference,
  replayOrConflict,
  signedMember,
  hashSignedRequest,
  type Creation,
  type RecordedRequest,
  type SignedRequest,
} from '../orders/duplicate.ts';
import {
  evaluateOrder,
  FEE_NOT_BELOW_AMOUNT,
  ROUTING_REFUSALS,
  systemError,
  wantedBy,
  type BusinessRefusal,
} from '../orders/evaluate-order.ts';
import {
  blockFingerprint,
  customerFingerprints,
  destinationFingerprint,
} from '../orders/fingerprints.ts';
import { firstInquiryAt } from '../orders/inquiry-schedule.ts';
import type { ServiceContext } from '../platform/context.ts';
import { splitRow, wasFound } from '../platform/database/joined-row.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { Keyring } from '../platform/keyring.ts';
import { takingRoutes, takeFirstAvailable } from '../routing/choose.ts';
import { payOut, type RecordedPayout } from './pay.ts';
import { countPayout, recordFinalPayouts } from './settle.ts';
import {
  payoutCreation,
  type CreatedRow,
  type CreationResult,
  type PayoutCommon,
  type PayoutCreation,
} from './statements.ts';
import { PAYOUT_COLUMNS, selectFirstPayout, selectPayout } from './store.ts';

/**
 * Creates the payouts of a request, or finds those that its reference created before, and returns the first of them
 * (decision 7). The statement that creates them reserves their cost. The acquirer pays afterwards, and its answer is
 * awaited for a moment.
 */
export async function createPayout(
  context: ServiceContext,
  caller: MerchantCaller,
  request: CreatePayoutRequest,
  signed: SignedRequest,
): Promise<Creation<PayoutRow>> {
  const creation = { request, signed: hashSignedRequest(caller, signed) };
  const found = await methodOrAnswer(caller, { ...request, direction: 'payout' }, () =>
    findDuplicate(context, caller, creation),
  );
  if ('answer' in found) return found.answer;
  const { method } = found;
  const destination = payableDestination(method.paymentSource, request.destination_account);
  const draft = draftPayouts(context, caller.merchantId, creation, method);
  const refusal = evaluatePayout(context, request, method, draft);
  const made = await makePayouts(context, {
    draft,
    refusal,
    route: refusal ? undefined : routeFor(context, method, request),
    caller,
    destination: new Sensitive(destination),
    fingerprints: payoutFingerprints(context.keyring, method.paymentSource, request),
  });
  if (made.result === 'stale_settings') return failure(STALE);
  if (made.result === 'reference_taken') {
    return (await findDuplicate(context, caller, creation)) ?? failure(STALE);
  }
  if (made.recorded.length === 0) return success({ order: made.first, replayed: false });
  const known = await payOut(context, made.recorded);
  // `known` is undefined if the payout was settled elsewhere meanwhile, or could not be settled.
  const payout = known ?? (await selectPayout(context.db, made.first.id)) ?? made.first;
  return success({ order: payout, replayed: false });
}

interface SignedCreation {
  request: CreatePayoutRequest;
  /** The hash of the signed request. */
  signed: Buffer;
}

/** Returns the first route that takes the payouts and may be called; undefined if there is none. */
function routeFor(
  { terminals, random }: ServiceContext,
  method: GateMethod,
  { amount: amountMinor }: CreatePayoutRequest,
): Route | undefined {
  const payment = { amountMinor, card: undefined, country: undefined };
  const choice = { adapters: terminals.adapters, random };
  const acceptingRoutes = takingRoutes(choice, method.routes, wantedBy(method), payment);
  return takeFirstAvailable(terminals, acceptingRoutes)?.route;
}

async function findDuplicate(
  { db, keyring }: ServiceContext,
  caller: MerchantCaller,
  { request, signed }: SignedCreation,
): Promise<Creation<PayoutRow> | undefined> {
  const payout = await selectFirstPayout(db, caller.merchantId, request.reference_id);
  if (payout === undefined) return undefined;
  if (request.reference_id === '') return replayOfEmptyReference(payout, signed);
  const repeated = recordedPayoutRequest(keyring, payout.payment_source, request);
  const differing = differingFields(keyring, payout.request, repeated);
  const number = cardNumberIn(payout.payment_source, request.destination_account);
  const refusal = number && (await checkComparison(db, caller, differing));
  return refusal ? failure(refusal) : replayOrConflict(payout, differing);
}

/**
 * Limits how often a key may repeat a request with a card number: the answer shows whether it is the order's number.
 *
 * @returns undefined if the answer may be given
 */
async function checkComparison(
  db: ServiceContext['db'],
  { keyId }: MerchantCaller,
  differing: readonly string[],
): Promise<TooManyComparisons | undefined> {
  return differing.includes('destination_account')
    ? spendComparisons(db, keyId, 1)
    : refuseConfirmation(db, keyId);
}

function evaluatePayout(
  { terminals }: ServiceContext,
  request: CreatePayoutRequest,
  method: GateMethod,
  { splitProblem }: PayoutDraft,
): BusinessRefusal | undefined {
  const refusal = evaluateOrder(method, request.amount, terminals);
  if (refusal) return refusal;
  if (splitProblem !== undefined) return SPLIT_REFUSALS[splitProblem];
  if (feeSwallowsAmount(request.amount, method.fees)) return FEE_NOT_BELOW_AMOUNT;
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
} as const satisfies Record<NonNullable<PayoutDraft['splitProblem']>, BusinessRefusal>;

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

interface PayoutPlan {
  draft: PayoutDraft;
  /** Why the orders are made FAILED at once. */
  refusal: BusinessRefusal | undefined;
  /** Undefined if the orders are refused, or no route takes them. */
  route: Route | undefined;
  /** As it is sent to the acquirer. Until then it exists in memory only. */
  destination: Sensitive<string>;
  /** Has the settings that the orders were evaluated with. */
  caller: MerchantCaller;
  /** The orders are created FAILED if one of these is on the merchant's block lists. */
  fingerprints: Uint8Array[];
}

/** If no orders were made, nothing was written. */
type MakeResult =
  | {
      result: 'made';
      first: PayoutRow;
      /** What the acquirer has to pay now; empty if the orders failed. */
      recorded: RecordedPayout[];
    }
  | { result: 'reference_taken' }
  | { result: 'stale_settings' };

/**
 * Creates all orders of a request: in one statement, all reserved and IN_PROGRESS; or else all FAILED. Nobody sees them
 * CREATED. Concurrent requests for one gate share a statement, because each has to lock the gate's account.
 */
async function makePayouts(context: ServiceContext, plan: PayoutPlan): Promise<MakeResult> {
  const { draft, route, caller } = plan;
  if (plan.refusal) return refusePayouts(context, plan, plan.refusal);
  if (!route) return refusePayouts(context, plan, ROUTING_REFUSALS.ORDER_CANNOT_BE_ROUTED);
  const attemptIds = draft.parts.map(() => context.newId());
  const creation = startedPayouts(plan, route, attemptIds);
  const row = await context.batches.run(payoutCreation, creation, draft.common.gate_id);
  const created = readCreated(caller, row);
  if (created === undefined) return { result: 'stale_settings' };
  if (created.first === undefined) return failOrReportTaken(context, plan, created);
  const { first, webhookPayload, addresses } = created;
  const orders = draft.parts.map(({ id, amounts }, part) => ({
    ...first,
    id,
    part,
    amount_minor: amounts.amountMinor,
    fee_total_minor: amounts.feeTotalMinor,
    total_minor: amounts.totalMinor,
  }));
  for (const order of orders) countPayout(context.metrics, order);
  const recorded = orders.map((order, part) => {
    const attemptId = attemptIds[part] ?? '';
    return {
      terminal: route.terminal,
      attempt: {
        id: attemptId,
        orderId: order.id,
        amountMinor: order.amount_minor,
        currency: order.currency,
        destination: plan.destination,
        customer: order.customer,
      },
      open: {
        payout: order,
        attemptId,
        attemptedAt: order.created_at,
        outcome: null,
        isPaidAfterEnd: false,
        parts: orders.length,
        webhookPayload,
        addresses,
      },
    };
  });
  return { result: 'made', first, recorded };
}

interface Created extends CreationResult {
  first: PayoutRow | undefined;
}

/** @returns undefined if the settings that the orders were evaluated with are no longer current */
function readCreated(caller: MerchantCaller, row: CreatedRow | undefined): Created | undefined {
  if (!isCurrent(caller, row)) return undefined;
  const [order, result] = splitRow(row, PAYOUT_COLUMNS);
  return { ...result, first: wasFound<PayoutRow>(order) ? order : undefined };
}

/** Handles orders that were not created: their reference is taken, or they are now created FAILED. */
async function failOrReportTaken(
  context: ServiceContext,
  plan: PayoutPlan,
  { isTaken, isBlocked, isCovered }: Created,
): Promise<MakeResult> {
  if (isTaken) return { result: 'reference_taken' };
  if (isBlocked) return refusePayouts(context, plan, BLOCKED);
  if (isCovered === false) return refusePayouts(context, plan, NOT_COVERED);
  if (isCovered) return { result: 'reference_taken' };
  const { gate_id: gateId, currency } = plan.draft.common;
  // The orders were evaluated with the same version of the settings, in which the gate has the account.
  throw new Error(`Gate ${gateId} has no account in ${currency}`);
}

const BLOCKED = systemError(
  'BLACKLISTED_INPUT_DATA',
  'The destination or the customer is on a block list.',
);
const NOT_COVERED = systemError(
  'BALANCE_INSUFFICIENT',
  'The available balance does not cover the payout.',
);

/** Creates the orders FAILED, and records their webhook event in the same transaction. */
async function refusePayouts(
  context: ServiceContext,
  { draft, caller }: PayoutPlan,
  refusal: BusinessRefusal,
): Promise<MakeResult> {
  const made = await context.db.transaction().execute(async (trx) => {
    const [row] = await payoutCreation(trx, [refusedPayouts(draft, refusal, caller)]);
    const created = readCreated(caller, row);
    if (created?.first) await recordFinalPayouts(context, trx, created.first.group_id);
    return created;
  });
  if (made === undefined) return { result: 'stale_settings' };
  const { first } = made;
  if (first === undefined) return { result: 'reference_taken' };
  draft.parts.forEach(() => countPayout(context.metrics, first));
  context.wakeWebhooks();
  return { result: 'made', first, recorded: [] };
}

/** Builds the creation of orders that are reserved and IN_PROGRESS, each with an attempt. */
function startedPayouts(
  { draft, caller, fingerprints }: PayoutPlan,
  route: Route,
  attemptIds: readonly string[],
): PayoutCreation {
  const { common, parts } = draft;
  const postings = parts.map(({ amounts }) =>
    postingColumns(
      payoutReserve({ gateId: common.gate_id, currency: common.currency, ...amounts }),
    ),
  );
  const available = postings.map((posting) => posting.available);
  return {
    ...common,
    ...partColumns(parts),
    status: 'IN_PROGRESS',
    configVersion: caller.version,
    fingerprints,
    froms: [null, 'CREATED'],
    tos: ['CREATED', 'IN_PROGRESS'],
    causes: ['accepted', 'amount_reserved'],
    attemptIds,
    terminalId: route.terminal.id,
    routeId: route.id,
    firstInquiryAt: firstInquiryAt(common.created_at),
    cost: available.reduce((cost, minor) => cost - minor, 0n),
    movement: postings[0]?.movement ?? null,
    available,
    payout_reserve: postings.map((posting) => posting.payout_reserve),
    accounts: postings.flatMap(({ accounts }) => accounts),
    owners: postings.flatMap(({ owners }) => owners),
    currencies: postings.flatMap(({ currencies }) => currencies),
    amountsPosted: postings.flatMap(({ amounts }) => amounts),
  };
}

/** Builds the creation of FAILED orders: nothing is reserved, and block lists are not searched. */
function refusedPayouts(
  { common, parts }: PayoutDraft,
  { resolution, code, message }: BusinessRefusal,
  caller: MerchantCaller,
): PayoutCreation {
  return {
    ...common,
    ...partColumns(parts),
    status: 'FAILED',
    resolution,
    resolution_code: code,
    resolution_message: message,
    configVersion: caller.version,
    fingerprints: [],
    froms: [null],
    tos: ['FAILED'],
    causes: ['refused'],
    attemptIds: [],
    terminalId: null,
    routeId: null,
    firstInquiryAt: null,
    cost: 0n,
    movement: null,
    available: [],
    payout_reserve: [],
    accounts: [],
    owners: [],
    currencies: [],
    amountsPosted: [],
  };
}

function partColumns(parts: PayoutDraft['parts']) {
  return {
    ids: parts.map(({ id }) => id),
    amounts: parts.map(({ amounts }) => amounts.amountMinor),
    fees: parts.map(({ amounts }) => amounts.feeTotalMinor),
    totals: parts.map(({ amounts }) => amounts.totalMinor),
  };
}

/** The orders of one request: one, or several if the method splits the amount. */
interface PayoutDraft {
  common: Omit<PayoutCommon, 'status'> & { created_at: Date };
  parts: { id: string; amounts: PayoutAmounts }[];
  /** Why the amount could not be split; there is then one order, for the whole amount. */
  splitProblem: Extract<SplitResult, { ok: false }>['problem'] | undefined;
}

function draftPayouts(
  deps: Pick<ServiceContext, 'newId' | 'now' | 'keyring'>,
  merchantId: string,
  creation: SignedCreation,
  method: GateMethod,
): PayoutDraft {
  const { request } = creation;
  const split = splitAmount(request.amount, method);
  const groupId = deps.newId();
  return {
    common: { ...commonColumns(deps, merchantId, creation, method), group_id: groupId },
    parts: partAmounts(request.amount, split, method).map((amounts, part) => ({
      id: part === 0 ? groupId : deps.newId(),
      amounts,
    })),
    splitProblem: split.ok ? undefined : split.problem,
  };
}

function splitAmount(amountMinor: bigint, method: GateMethod): SplitResult {
  const { maxPartAmountMinor: maxMinor, amountMinMinor: minMinor } = method;
  if (maxMinor === undefined) return { ok: true, value: [amountMinor] };
  return splitPayout(amountMinor, { minMinor, maxMinor });
}

/** Divides the fee of the whole amount among the parts: a request costs the same whether it is split or not. */
function partAmounts(amountMinor: bigint, split: SplitResult, method: GateMethod): PayoutAmounts[] {
  const feeMinor = feeTotal(amountMinor, method.fees);
  const parts = split.ok ? split.value : [amountMinor];
  const fees = shareFee(feeMinor, parts);
  return parts.map((part, index) => payoutAmounts(part, fees[index] ?? 0n));
}

function commonColumns(
  deps: Pick<ServiceContext, 'now' | 'keyring'>,
  merchantId: string,
  { request, signed }: SignedCreation,
  method: GateMethod,
) {
  const recorded = recordedPayoutRequest(deps.keyring, method.paymentSource, request);
  const now = deps.now();
  const { payment_method_data: data, destination_account: destination } = request;
  const source = method.paymentSource;
  return {
    merchant_id: merchantId,
    reference_id: request.reference_id,
    gate_id: method.gateId,
    method_id: method.id,
    resolution: null,
    resolution_code: null,
    resolution_message: null,
    payment_source: source,
    currency: method.currency,
    fee_percent: method.fees.percent,
    fee_fixed_minor: method.fees.fixedMinor,
    fee_min_minor: method.fees.minMinor ?? null,
    fee_max_minor: method.fees.maxMinor ?? null,
    destination_shown: maskDestination(source, destination),
    destination_fingerprint: destinationFingerprint(deps.keyring, source, destination),
    payment_method_data: data === undefined ? null : JSON.stringify(data),
    customer: JSON.stringify(request.customer),
    comment: request.comment ?? null,
    request: JSON.stringify({ ...recorded, ...signedMember(request, signed) }),
    created_at: now,
    updated_at: now,
  } as const;
}

/** Returns what is stored of a request to recognize a repeated one. Of the destination, only a keyed hash is stored. */
function recordedPayoutRequest(
  keyring: Keyring,
  source: PaymentSource,
  request: CreatePayoutRequest,
): RecordedRequest {
  const destination = destinationFingerprint(keyring, source, request.destination_account);
  const recorded = { ...request, destination_account: destination.toString('hex') };
  return recordedRequest(recorded);
}

/** Returns all fingerprints of a payout that may be on a block list. */
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
