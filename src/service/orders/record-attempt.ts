import { createHash } from 'node:crypto';
import type { CardDataRequest } from '#contract/card-data.ts';
import { mergeCustomer } from '#contract/customer.ts';
import { cardBrand, maskCardNumber } from '#domain/card/number.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '../context.ts';
import type { PayinRow, Tables } from '../database/schema.ts';
import type { Caller } from '../merchants/settings.ts';
import type { CardAttempt, CardProvider } from '../providers/provider.ts';
import { nextAskAt } from './ask-schedule.ts';
import { insertAttempt } from './attempt-queries.ts';
import { blockFingerprint, customerFingerprints } from './block-list.ts';
import {
  insertRefusedRequest,
  lockCard,
  selectAttemptGrounds,
  selectCardRequest,
  type AttemptGrounds,
} from './card-data-queries.ts';
import { failPayin } from './fail-payin.ts';
import { findCardRoute, type CardRoute } from './judge-card.ts';
import { movePayin } from './move-payin.ts';
import { lockPayin } from './queries.ts';

export type CardDataRefusal =
  | 'not_found'
  | 'not_a_card_order'
  | 'not_awaiting_card_data'
  | 'method_inactive'
  | 'settings_changed';

/** What tells a signed request from every other: the same bytes under the same key and timestamp. */
export interface SignedCardData {
  data: CardDataRequest;
  timestamp: string;
  signature: string;
}

export interface RecordedAttempt {
  attempt: CardAttempt;
  provider: CardProvider;
}

const HOUR_MS = 3_600_000;

/**
 * Judges a card for an order that awaits one, and records the attempt. `accepted` where there is no
 * attempt to make: the very same request was taken before, or the card has ended the order.
 *
 * Locks the order, then the card where the declines of a card are limited.
 */
export async function recordAttempt(
  context: ServiceContext,
  trx: Kysely<Tables>,
  caller: Caller,
  signed: SignedCardData,
): Promise<'accepted' | CardDataRefusal | RecordedAttempt> {
  const now = context.now();
  const payin = await lockPayin(trx, signed.data.order_id);
  if (payin === undefined || !mayTouch(caller, payin)) return 'not_found';
  if (payin.payment_source !== 'CARD') return 'not_a_card_order';
  const given: GivenCard = {
    request: signed.data,
    requestHash: hashOf(caller, signed),
    fingerprint: blockFingerprint(context.keyring, 'card', signed.data.card_number.reveal()),
    now,
  };
  if (payin.status !== 'CREATED' || payin.expires_at <= now) {
    const { repeated, configVersion } = await selectCardRequest(trx, payin, given.requestHash);
    if (isStale(caller, configVersion)) return 'settings_changed';
    return repeated ? 'accepted' : 'not_awaiting_card_data';
  }
  const grounds = await findGrounds(context, trx, payin, given);
  if (isStale(caller, grounds.configVersion)) return 'settings_changed';
  if (grounds.repeated) return 'accepted';
  if (!grounds.active) return 'method_inactive';
  const route = findCardRoute(context, grounds);
  if ('provider' in route) return insertAndMove(context, trx, payin, given, route);
  await insertRefusedRequest(trx, payin.id, given.requestHash);
  await failPayin(context, trx, payin, route, now);
  return 'accepted';
}

interface GivenCard {
  request: CardDataRequest;
  requestHash: Uint8Array;
  fingerprint: Uint8Array;
  now: Date;
}

async function findGrounds(
  context: ServiceContext,
  trx: Kysely<Tables>,
  payin: PayinRow,
  { request, requestHash, fingerprint, now }: GivenCard,
): Promise<AttemptGrounds> {
  if (context.limits.cardDeclinesPerHour !== undefined) await lockCard(trx, fingerprint);
  return selectAttemptGrounds(trx, payin, {
    requestHash,
    fingerprint,
    customer: customerFingerprints(context.keyring, request.customer),
    declinedSince: new Date(now.getTime() - HOUR_MS),
  });
}

async function insertAndMove(
  context: ServiceContext,
  trx: Kysely<Tables>,
  payin: PayinRow,
  { request, requestHash, fingerprint, now }: GivenCard,
  { adapter, provider }: CardRoute,
): Promise<RecordedAttempt> {
  const attemptId = context.newId();
  const firstAskAt = nextAskAt(now, 0, payin.expires_at);
  await insertAttempt(trx, {
    id: attemptId,
    payin_id: payin.id,
    adapter,
    card_fingerprint: fingerprint,
    request_hash: requestHash,
    next_ask_at: firstAskAt,
    leased_until: firstAskAt,
    created_at: now,
  });
  const number = request.card_number.reveal();
  const customer = mergeCustomer(payin.customer, request.customer);
  await movePayin(context, trx, payin, {
    to: 'IN_PROGRESS',
    cause: 'card_data_accepted',
    at: now,
    changes: {
      card_number_masked: maskCardNumber(number),
      card_brand: cardBrand(number) ?? null,
      customer: JSON.stringify(customer),
      provider_error_message: null,
    },
  });
  return {
    provider,
    attempt: {
      id: attemptId,
      orderId: payin.id,
      amountMinor: payin.payment_method_amount_minor,
      currency: payin.payment_method_currency,
      card: cardDetails(request),
      browserInfo: request.browser_info,
      customer,
    },
  };
}

function mayTouch(caller: Caller, payin: PayinRow): boolean {
  return caller.scope === 'page' || caller.merchantId === payin.merchant_id;
}

/** A merchant's settings were read before; the page's key is read anew for each request. */
function isStale(caller: Caller, configVersion: bigint): boolean {
  return caller.scope === 'merchant' && caller.version !== configVersion;
}

/** The MAC covers method, path, timestamp and body; hexadecimal counts in either case. */
function hashOf({ keyId }: Caller, { timestamp, signature }: SignedCardData): Buffer {
  const signed = `${keyId}\n${timestamp}\n${signature.toLowerCase()}`;
  return createHash('sha256').update(signed).digest();
}

function cardDetails(request: CardDataRequest): CardAttempt['card'] {
  return new Sensitive({
    number: request.card_number.reveal(),
    securityCode: request.cvv.reveal(),
    expiryMonth: request.exp_month,
    expiryYear: request.exp_year,
    firstName: request.first_name?.reveal(),
    lastName: request.last_name?.reveal(),
  });
}
