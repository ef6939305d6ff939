import { createHash } from 'node:crypto';
import type { CreatePayoutRequest } from '#contract/payout.ts';
import { isDestinationValid } from '#domain/order/destination.ts';
import type { ServiceContext } from '../context.ts';
import type { PayoutRow } from '../database/schema-payouts.ts';
import type { GateMethod, MerchantCaller } from '../merchants/settings.ts';
import {
  draftPayouts,
  payoutFingerprints,
  recordPayoutRequest,
  type PayoutDrafts,
} from './draft-payout.ts';
import { differingFields, type Creation } from './duplicate.ts';
import {
  firstRoute,
  judgeOrder,
  systemError,
  usableMethod,
  type BusinessRefusal,
} from './judge-method.ts';
import { makePayouts } from './make-payouts.ts';
import { payOut } from './pay-out.ts';
import { selectFirstPayout, selectPayout } from './payout-queries.ts';

/**
 * Makes the payout orders of a request, or finds those that this reference already made; answers the
 * first of them (decision 6). What they cost is reserved in the transaction that makes them; the
 * provider is asked afterwards, and its answer waited for a moment.
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
    return (await findDuplicate(context, caller, request)) ?? { kind: 'refused', refusal: method };
  }
  const drafts = draftPayouts(context, caller.merchantId, request, method);
  const made = await makePayouts(context, {
    drafts,
    refusal: judgePayout(context, request, method, drafts),
    adapter: firstRoute(method)?.adapter,
    configVersion: caller.version,
    fingerprints: payoutFingerprints(context.keyring, request),
  });
  if (made === 'settings_changed') return { kind: 'settings_changed' };
  if (made === 'reference_taken') {
    const duplicate = await findDuplicate(context, caller, request);
    return duplicate ?? { kind: 'settings_changed' };
  }
  if (made.recorded.length === 0) return { kind: 'created', order: made.first };
  const known = await payOut(context, made.recorded);
  // Undefined where somebody else settled it meanwhile, or nobody could.
  const payout = known ?? (await selectPayout(context.db, made.first.id)) ?? made.first;
  return { kind: 'created', order: payout };
}

async function findDuplicate(
  { db, keyring }: ServiceContext,
  caller: MerchantCaller,
  request: CreatePayoutRequest,
): Promise<Creation<PayoutRow> | undefined> {
  const payout = await selectFirstPayout(db, caller.merchantId, request.reference_id);
  if (payout === undefined) return undefined;
  const differing = differingFields(payout.request, recordPayoutRequest(keyring, request));
  return differing.length === 0
    ? { kind: 'replayed', order: payout }
    : { kind: 'conflict', existingOrderId: payout.id, differingFields: differing };
}

function judgePayout(
  { payoutProviders }: ServiceContext,
  request: CreatePayoutRequest,
  method: GateMethod,
  { tooManyParts }: PayoutDrafts,
): BusinessRefusal | undefined {
  const refusal = judgeOrder(method, request.amount, payoutProviders);
  if (refusal) return refusal;
  if (tooManyParts) {
    return systemError('AMOUNT_OVER_LIMIT', 'The amount would need too many parts.');
  }
  return isDestinationValid(method.paymentSource, request.destination_account, sha256)
    ? undefined
    : systemError('DESTINATION_ACCOUNT_INVALID', 'The payment method cannot pay to this account.');
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
