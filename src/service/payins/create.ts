import type { CreatePayinRequest } from '#contract/schemas/payin.ts';
import { multiplyByRate } from '#domain/money.ts';
import { feeSwallowsAmount, payinAmounts } from '#domain/order/fees.ts';
import { failure, success } from '#domain/result.ts';
import { isCurrent, STALE, type GateMethod, type MerchantSettings } from '../merchants/settings.ts';
import {
  differingFields,
  methodOrAnswer,
  recordedRequest,
  replayOfEmptyReference,
  replayOrConflict,
  requestJson,
  signedMember,
  type Creation,
} from '../orders/duplicate.ts';
import {
  conversionRate,
  evaluateOrder,
  FEE_NOT_BELOW_AMOUNT,
  systemError,
  type BusinessRefusal,
  type CreationGuard,
} from '../orders/evaluate-order.ts';
import { customerFingerprints } from '../orders/fingerprints.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { NewPayin, PayinRow } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { addressesMac } from './addresses.ts';
import { countPayin, recordFinalPayins } from './move.ts';
import {
  payinInsertion,
  selectPayinByReference,
  withVersion,
  type GivenColumn,
  type PayinWithVersion,
} from './store/payins.ts';

type Deps = Pick<
  ServiceContext,
  | 'db'
  | 'batches'
  | 'now'
  | 'newId'
  | 'keyring'
  | 'reportUnverified'
  | 'terminals'
  | 'pageUrl'
  | 'metrics'
  | 'wakeWebhooks'
>;

/**
 * Creates a payin, or finds the one that this reference created before (decision 4: references are never free again,
 * and a hundred concurrent requests create one order). A business refusal also creates an order, FAILED, so that it can
 * be read back. Takes one round trip to the database unless something is refused or repeated.
 *
 * @param signed the hash of the signed request, which identifies one with an empty reference
 */
export async function createPayin(
  deps: Deps,
  caller: MerchantSettings,
  request: CreatePayinRequest,
  signed: Buffer,
): Promise<Creation<PayinRow>> {
  const creation = { request, signed };
  const found = await methodOrAnswer(caller, { ...request, direction: 'payin' }, () =>
    findDuplicate(deps, caller, creation),
  );
  return 'answer' in found ? found.answer : insertOrFind(deps, caller, creation, found.method);
}

interface SignedCreation {
  request: CreatePayinRequest;
  /** The hash of the signed request. */
  signed: Buffer;
}

async function insertOrFind(
  deps: Deps,
  caller: MerchantSettings,
  creation: SignedCreation,
  method: GateMethod,
): Promise<Creation<PayinRow>> {
  const { request, signed } = creation;
  const recorded = { ...request, ...signedMember(request, signed) };
  const draft = draftPayin(deps, caller, recorded, method);
  const refusal = evaluatePayin(deps, draft, method);
  if (refusal === undefined) deps.terminals.openAhead(method.routes);
  const fingerprints = refusal ? [] : customerFingerprints(deps.keyring, request.customer);
  const guard = { configVersion: caller.version, fingerprints };

  const first = await insert(deps, refuse(draft, refusal), guard);
  if (!isCurrent(caller, first)) return failure(STALE);
  if (first.row) return createdResult(deps, first.row);

  const duplicate = await findDuplicate(deps, caller, creation);
  if (duplicate) return duplicate;

  const blocked = systemError('BLACKLISTED_INPUT_DATA', 'The customer is on a block list.');
  const refused = { ...refuse(draft, blocked), refused_by: 'block_list' as const };
  const second = await insert(deps, refused, { ...guard, fingerprints: [] });
  if (second?.row) return createdResult(deps, second.row);
  const meanwhile = await findDuplicate(deps, caller, creation);
  return meanwhile ?? failure(STALE);
}

function createdResult({ metrics }: Deps, order: PayinRow): Creation<PayinRow> {
  countPayin(metrics, order);
  return success({ order, replayed: false });
}

async function insert(
  deps: Deps,
  payin: Draft,
  guard: CreationGuard,
): Promise<PayinWithVersion | undefined> {
  if (payin.status !== 'FAILED') {
    const inserted = await deps.batches.run(payinInsertion, {
      ...payin,
      ...guard,
      cause: 'accepted',
    });
    return inserted && withVersion(inserted);
  }
  const refused = await inTransaction(deps.db, async (trx) => {
    const creation = { ...payin, ...guard, cause: 'refused' as const };
    const [row] = await payinInsertion(trx, [creation]);
    const inserted = row && withVersion(row);
    if (inserted?.row) await recordFinalPayins(deps, trx, [inserted.row]);
    return inserted;
  });
  deps.wakeWebhooks();
  return refused;
}

async function findDuplicate(
  deps: Deps,
  caller: MerchantSettings,
  { request, signed }: SignedCreation,
): Promise<Creation<PayinRow> | undefined> {
  const payin = await selectPayinByReference(deps.db, caller.merchantId, request.reference_id);
  if (payin === undefined) return undefined;
  if (request.reference_id === '') return replayOfEmptyReference(payin, signed);
  return replayOrConflict(
    payin,
    differingFields(deps.keyring, payin.request, recordedRequest(request)),
  );
}

function evaluatePayin(deps: Deps, draft: Draft, method: GateMethod): BusinessRefusal | undefined {
  const refusal = evaluateOrder(method, draft.amount_minor, deps.terminals);
  if (refusal) return refusal;
  return feeSwallowsAmount(draft.amount_minor, method.fees)
    ? FEE_NOT_BELOW_AMOUNT
    : evaluateConverted(draft.payment_method_amount_minor);
}

/** Refuses an amount that converts to zero: it would be credited but not charged. The database refuses it as well. */
function evaluateConverted(paymentMethodAmountMinor: bigint): BusinessRefusal | undefined {
  return paymentMethodAmountMinor > 0n
    ? undefined
    : systemError('AMOUNT_UNDER_LIMIT', 'The converted amount rounds to zero.');
}

function refuse(draft: Draft, refusal: BusinessRefusal | undefined): Draft {
  if (refusal === undefined) return draft;
  return {
    ...draft,
    status: 'FAILED',
    resolution: refusal.resolution,
    resolution_code: refusal.code,
    resolution_message: refusal.message,
  };
}

/** A payin to insert. A refusal sets its status and resolution. */
type Draft = Pick<NewPayin, GivenColumn>;

function draftPayin(
  deps: Deps,
  caller: MerchantSettings,
  request: CreatePayinRequest,
  method: GateMethod,
): Draft {
  const id = deps.newId();
  const now = deps.now();
  const { callback_url: callbackUrl = null, return_urls: returnUrls = {} } = request;
  return {
    id,
    group_id: id,
    merchant_id: caller.merchantId,
    reference_id: request.reference_id,
    gate_id: method.gateId,
    method_id: method.id,
    status: 'CREATED',
    resolution: null,
    resolution_code: null,
    resolution_message: null,
    refused_by: null,
    payment_source: method.paymentSource,
    ...draftAmounts(request.amount, method),
    payment_method_data: optionalJson(request.payment_method_data),
    customer: JSON.stringify(request.customer),
    callback_url: callbackUrl,
    return_urls: JSON.stringify(returnUrls),
    addresses_mac: addressesMac(deps.keyring, {
      id,
      callback_url: callbackUrl,
      return_urls: returnUrls,
    }),
    request: requestJson(request),
    max_attempts: method.maxAttempts,
    created_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + method.waitingSeconds * 1_000),
  };
}

function draftAmounts(amountMinor: bigint, method: GateMethod) {
  const rate = conversionRate(method) ?? '1';
  const amounts = payinAmounts(amountMinor, method.fees, method);
  return {
    currency: method.currency,
    amount_minor: amountMinor,
    payment_method_currency: method.paymentMethodCurrency,
    payment_method_amount_minor: multiplyByRate(amountMinor, rate),
    conversion_rate: rate,
    fee_percent: method.fees.percent,
    fee_fixed_minor: method.fees.fixedMinor,
    fee_min_minor: method.fees.minMinor ?? null,
    fee_max_minor: method.fees.maxMinor ?? null,
    fee_total_minor: amounts.feeTotalMinor,
    total_minor: amounts.totalMinor,
    hold_minor: amounts.holdMinor,
    settlement_period_days: method.settlementPeriodDays,
    rolling_percent: method.rollingPercent,
    rolling_minor: amounts.rollingMinor,
  };
}

function optionalJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
