import { setTimeout as sleep } from 'node:timers/promises';
import type { CardDataRequest } from '#contract/card-data.ts';
import { mergeCustomer } from '#contract/customer.ts';
import { cardBrand, maskCardNumber } from '#domain/card/number.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { ServiceContext } from '../context.ts';
import type { Tables, PayinRow } from '../database/schema.ts';
import type { Caller } from '../merchants/settings.ts';
import type { CardAttempt, CardProvider } from '../providers/provider.ts';
import type { Kysely } from 'kysely';
import { insertAttempt, selectAttemptGrounds, type AttemptGrounds } from './attempt-queries.ts';
import { MAX_ATTEMPTS_PER_ORDER, nextAskAt } from './attempts.ts';
import { blockFingerprint, customerFingerprints } from './block-list.ts';
import { failPayin } from './fail-payin.ts';
import { systemError, type BusinessRefusal } from './judge-method.ts';
import { movePayin } from './move-payin.ts';
import { lockPayin } from './queries.ts';
import { settleAttempt } from './settle-attempt.ts';

export type SubmitCardDataResult =
  'accepted' | 'not_found' | 'not_a_card_order' | 'not_awaiting_card_data';

/** The interface answers within this time, whether the provider has or not (decision 5). */
const ANSWER_WAIT_MS = 2_000;
/** After this the provider's answer is unknown, and the reconciler asks. */
const PROVIDER_TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;

/**
 * Takes a card for a waiting payin: records the attempt, moves the order, asks the provider. The card
 * itself stays in memory for that one call. What came of it is read from the order.
 *
 * Locks the order while it records; holds no lock and no transaction while it asks.
 */
export async function submitCardData(
  context: ServiceContext,
  caller: Caller,
  request: CardDataRequest,
): Promise<SubmitCardDataResult> {
  const recorded = await context.db
    .transaction()
    .execute((trx) => recordAttempt(context, trx, caller, request));
  if (typeof recorded === 'string') {
    // A card on a block list has ended the order.
    context.wakeWebhooks();
    return recorded;
  }
  const asked = askProvider(context, recorded.provider, recorded.attempt);
  context.background.run(asked);
  const waiting = new AbortController();
  await Promise.race([
    asked.catch(() => undefined),
    sleep(ANSWER_WAIT_MS, undefined, { signal: waiting.signal }).then(() =>
      settleAttempt(context, recorded.attempt.id, { outcome: 'unknown' }),
    ),
  ]);
  waiting.abort();
  return 'accepted';
}

interface RecordedAttempt {
  attempt: CardAttempt;
  provider: CardProvider;
}

async function recordAttempt(
  context: ServiceContext,
  trx: Kysely<Tables>,
  caller: Caller,
  request: CardDataRequest,
): Promise<SubmitCardDataResult | RecordedAttempt> {
  const now = context.now();
  const payin = await lockPayin(trx, request.order_id);
  if (payin === undefined || !mayTouch(caller, payin)) return 'not_found';
  if (payin.payment_source !== 'CARD') return 'not_a_card_order';
  if (payin.status !== 'CREATED' || payin.expires_at <= now) return 'not_awaiting_card_data';

  const number = request.card_number.reveal();
  const fingerprint = blockFingerprint(context.keyring, 'card', number);
  const grounds = await selectAttemptGrounds(trx, payin, {
    fingerprint,
    customer: customerFingerprints(context.keyring, request.customer),
    declinedSince: new Date(now.getTime() - HOUR_MS),
  });
  const route = refuseCard(context, grounds) ?? findProvider(context, grounds);
  if ('code' in route) {
    await failPayin(context, trx, payin, route, now);
    return 'accepted';
  }

  const attemptId = context.newId();
  await insertAttempt(trx, {
    id: attemptId,
    payin_id: payin.id,
    adapter: route.adapter,
    card_fingerprint: fingerprint,
    next_ask_at: nextAskAt(now, 0, payin.expires_at),
    created_at: now,
  });
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
    provider: route.provider,
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

function refuseCard(
  { limits }: ServiceContext,
  { blocked, made, declined }: AttemptGrounds,
): BusinessRefusal | undefined {
  if (blocked) {
    return systemError('BLACKLISTED_INPUT_DATA', 'The card or the customer is on a block list.');
  }
  if (declined >= (limits.cardDeclinesPerHour ?? Infinity)) {
    return systemError('BLACKLISTED_INPUT_DATA', 'The card was declined too often within an hour.');
  }
  if (made >= MAX_ATTEMPTS_PER_ORDER) {
    return systemError('BLACKLISTED_INPUT_DATA', 'The order was attempted too often.');
  }
  return undefined;
}

function findProvider(
  context: ServiceContext,
  { adapter }: AttemptGrounds,
): BusinessRefusal | { adapter: string; provider: CardProvider } {
  if (adapter === null) {
    return systemError('ORDER_CANNOT_BE_ROUTED', 'No route of the payment method is up.');
  }
  const provider = context.cardProviders.get(adapter);
  return provider === undefined
    ? systemError('PROVIDER_NOT_SUPPORTED', 'The provider of the route is not installed.')
    : { adapter, provider };
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

/** A throw from the provider is silence, not a decline: the attempt stays open for the reconciler. */
async function askProvider(
  context: ServiceContext,
  provider: CardProvider,
  attempt: CardAttempt,
): Promise<void> {
  const deadline = AbortSignal.any([
    context.background.signal,
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  ]);
  try {
    await settleAttempt(context, attempt.id, await provider.authorize(attempt, deadline));
  } catch (error) {
    context.log.warn({ err: error, attemptId: attempt.id }, 'A provider did not answer');
    await settleAttempt(context, attempt.id, { outcome: 'unknown' });
  }
}
