import type { CreatePayoutRequest } from '#contract/payout.ts';
import { isCardNumber, normalizeCardNumber } from '#domain/card/number.ts';
import { maskDestination } from '#domain/order/destination.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import { payoutAmounts, splitPayout } from '#domain/order/fees.ts';
import type { ServiceContext } from '../context.ts';
import type { NewPayout } from '../database/schema-payouts.ts';
import type { Keyring } from '../keyring.ts';
import type { GateMethod } from '../merchants/settings.ts';
import { blockFingerprint, customerFingerprints } from './block-list.ts';
import { recordRequest, type RecordedRequest } from './duplicate.ts';
import type { BusinessRefusal } from './judge-method.ts';
import { feeColumns, feePlan } from './method-fees.ts';

/** What a card number that is paid to is sealed for; see `Keyring`. */
export const DESTINATION_PURPOSE = 'payout destination';

/** The orders of one request: one, or as many as the method's parts make of it. */
export interface PayoutDrafts {
  first: NewPayout;
  others: NewPayout[];
  /** The amount needs more parts than one request may have; then the order is for all of it. */
  tooManyParts: boolean;
}

export function draftPayouts(
  deps: Pick<ServiceContext, 'newId' | 'now' | 'keyring'>,
  merchantId: string,
  request: CreatePayoutRequest,
  method: GateMethod,
): PayoutDrafts {
  const { maxPartAmountMinor: maxPart } = method;
  const split = maxPart === undefined ? [request.amount] : splitPayout(request.amount, maxPart);
  const [firstMinor = request.amount, ...otherMinors] = split ?? [];
  const groupId = deps.newId();
  const common = commonColumns(deps, merchantId, request, method);
  const draft = (id: string, part: number, amountMinor: bigint): NewPayout => {
    const { feeTotalMinor, totalMinor } = payoutAmounts(amountMinor, feePlan(method));
    const amounts = {
      amount_minor: amountMinor,
      fee_total_minor: feeTotalMinor,
      total_minor: totalMinor,
    };
    return { ...common, id, group_id: groupId, part, ...amounts };
  };
  return {
    first: draft(groupId, 0, firstMinor),
    others: otherMinors.map((minor, index) => draft(deps.newId(), index + 1, minor)),
    tooManyParts: split === undefined,
  };
}

function commonColumns(
  deps: Pick<ServiceContext, 'now' | 'keyring'>,
  merchantId: string,
  request: CreatePayoutRequest,
  method: GateMethod,
) {
  const now = deps.now();
  const data = request.payment_method_data;
  return {
    merchant_id: merchantId,
    reference_id: request.reference_id,
    gate_id: method.gateId,
    method_id: method.id,
    status: 'CREATED',
    payment_source: method.paymentSource,
    currency: method.currency,
    ...feeColumns(method),
    ...destinationColumns(deps.keyring, method.paymentSource, request.destination_account),
    payment_method_data: data === undefined ? null : JSON.stringify(data),
    customer: JSON.stringify(request.customer),
    comment: request.comment ?? null,
    request: JSON.stringify(recordPayoutRequest(deps.keyring, request)),
    created_at: now,
    updated_at: now,
  } as const;
}

function destinationColumns(keyring: Keyring, source: PaymentSource, destination: string) {
  return {
    destination_shown: maskDestination(source, destination),
    destination_sealed: isCard(destination) ? keyring.seal(DESTINATION_PURPOSE, destination) : null,
    destination_fingerprint: keyring.fingerprint('destination', destination),
  };
}

function isCard(destination: string): boolean {
  return isCardNumber(normalizeCardNumber(destination));
}

/** What is kept to tell a repeated request: the destination only as its keyed hash. */
export function recordPayoutRequest(
  keyring: Keyring,
  request: CreatePayoutRequest,
): RecordedRequest {
  const destination = keyring.fingerprint('destination', request.destination_account);
  const recorded = { ...request, destination_account: destination.toString('hex') };
  return recordRequest(recorded);
}

/** All that block lists know a payout by. */
export function payoutFingerprints(keyring: Keyring, request: CreatePayoutRequest): Buffer[] {
  const { customer, destination_account: destination } = request;
  const card = isCard(destination)
    ? [blockFingerprint(keyring, 'card', normalizeCardNumber(destination))]
    : [];
  const account = blockFingerprint(keyring, 'destination', destination);
  return [...customerFingerprints(keyring, customer), account, ...card];
}

/** The same orders, ended before they began; nothing of a card stays with them. */
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
    destination_sealed: null,
  } as const;
}
