import { createHash } from 'node:crypto';
import type { CreatePayoutRequest } from '#contract/schemas/payout.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { Route } from '#domain/routing/route.ts';
import { isDestinationValid, payableDestination } from '#domain/order/destination.ts';
import { feeSwallowsAmount } from '#domain/order/fees.ts';
import { failure, success } from '#domain/result.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayoutRow } from '../platform/database/tables/payouts.ts';
import type { GateMethod, MerchantCaller } from '../merchants/settings.ts';
import { StaleSettings } from '../merchants/stale-settings.ts';
import {
  countCardNumbers,
  mayConfirm,
  spendComparisons,
  type TooManyComparisons,
} from '../orders/card-comparisons.ts';
import {
  draftPayouts,
  payoutFingerprints,
  recordPayoutRequest,
  type PayoutDrafts,
} from './draft-payouts.ts';
import { differingFields, replayOrConflict, type Creation } from '../orders/duplicate.ts';
import {
  FEE_NOT_BELOW_AMOUNT,
  judgeOrder,
  ROUTING_REFUSALS,
  systemError,
  usableMethod,
  wantedBy,
  type BusinessRefusal,
} from '../orders/judge-method.ts';
import { routesForPayout, takeNext } from '../routing/choose-route.ts';
import { makePayouts } from './make-payouts.ts';
import { feePlan } from '../orders/method-fees.ts';
import { payOut } from './pay-out.ts';
import { selectFirstPayout, selectPayout } from './queries.ts';

/**
 * Makes the payout orders of a request, or finds those that this reference already made; answers the
 * first of them (decision 6). What they cost is reserved in the transaction that makes them; the
 * provider is asked afterwards, and its answer waited for a moment.
 *
 * @throws StaleSettings
 */
export async function createPayout(
  context: ServiceContext,
  caller: MerchantCaller,
  request: CreatePayoutRequest,
): Promise<Creation<PayoutRow>> {
  const method = usableMethod(caller.methods, {
    methodId: request.merchant_gate_method_id,
    direction: 'payout',
    currency: request.currency,
  });
  if (typeof method === 'string') {
    // The method may have been switched off since: a repeated request still gets its order.
    return (
      (await findDuplicate(context, caller, request)) ??
      failure({ code: 'method', refusal: method })
    );
  }
  const destination = payableDestination(method.paymentSource, request.destination_account);
  const drafts = draftPayouts(context, caller.merchantId, request, method);
  const refusal = judgePayout(context, request, method, drafts);
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
  return takeNext(terminals, taking)?.route;
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
  const refusal = await judgeComparison(db, caller, request, differing);
  return refusal ? failure(refusal) : replayOrConflict(payout, differing);
}

/**
 * The answer to a repeated request shows whether its card number is that of the order, so it is limited.
 */
async function judgeComparison(
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

function judgePayout(
  { terminals }: ServiceContext,
  request: CreatePayoutRequest,
  method: GateMethod,
  { splitProblem }: PayoutDrafts,
): BusinessRefusal | undefined {
  const refusal = judgeOrder(method, request.amount, terminals);
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
