import type { CreatePayoutRequest } from '#contract/schemas/payout.ts';
import { cardNumberIn, maskDestination } from '#domain/order/destination.ts';
import { feeTotal, payoutAmounts, type PayoutAmounts } from '#domain/order/fees.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import { shareFee, splitPayout, type SplitResult } from '#domain/order/split-payout.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { NewPayout } from '../platform/database/tables/payouts.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { GateMethod } from '../merchants/settings.ts';
import { blockFingerprint, customerFingerprints } from '../orders/block-list.ts';
import { destinationFingerprint } from '../orders/destination-fingerprint.ts';
import { recordRequest, type RecordedRequest } from '../orders/duplicate.ts';
import type { BusinessRefusal } from '../orders/judge-method.ts';
import { feeColumns, feePlan } from '../orders/method-fees.ts';

/** The orders of one request: one, or as many as the method's parts make of it. */
export interface PayoutDrafts {
  first: NewPayout;
  others: NewPayout[];
  /** Why the amount could not be split; then there is one order, for all of it. */
  splitProblem: Extract<SplitResult, { ok: false }>['problem'] | undefined;
}

export function draftPayouts(
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
export function recordPayoutRequest(
  keyring: Keyring,
  source: PaymentSource,
  request: CreatePayoutRequest,
): RecordedRequest {
  const destination = destinationFingerprint(keyring, source, request.destination_account);
  const recorded = { ...request, destination_account: destination.toString('hex') };
  return recordRequest(recorded);
}

/** All that block lists know a payout by. */
export function payoutFingerprints(
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
export function refuseDrafts(
  { first, others }: Pick<PayoutDrafts, 'first' | 'others'>,
  refusal: BusinessRefusal,
): Pick<PayoutDrafts, 'first' | 'others'> {
  const refuse = (draft: NewPayout): NewPayout => ({ ...draft, ...refusedColumns(refusal) });
  return { first: refuse(first), others: others.map(refuse) };
}

export function refusedColumns(refusal: BusinessRefusal) {
  return {
    status: 'FAILED',
    resolution: refusal.resolution,
    resolution_code: refusal.code,
    resolution_message: refusal.message,
  } as const;
}
