import { createHash } from 'node:crypto';
import type { CardDataRequest } from '#contract/schemas/card-data.ts';
import { mergeCustomer } from '#contract/schemas/customer.ts';
import { cardBrand } from '#domain/card/brand.ts';
import { maskCardNumber } from '#domain/card/number.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import { MAX_ATTEMPTS_PER_ORDER } from '#domain/order/attempts-left.ts';
import { isUnderWay } from '#domain/order/status.ts';
import type { RoutedCard } from '#domain/routing/choose-routes.ts';
import type { Route } from '#domain/routing/route.ts';
import type { Kysely } from 'kysely';
import type { Caller } from '../merchants/settings.ts';
import { expectCurrent, StaleSettings } from '../merchants/stale-settings.ts';
import { ROUTING_REFUSALS, systemError, type BusinessRefusal } from '../orders/evaluate-order.ts';
import { blockFingerprint, customerFingerprints } from '../orders/fingerprints.ts';
import { firstInquiryAt } from '../orders/inquiry-schedule.ts';
import { callProvider, PROVIDER_TIMEOUT_MS, waitForAnswer } from '../orders/provider-call.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { PayinRow, Tables } from '../platform/database/schema.ts';
import type {
  CardAttempt,
  NewAttempt,
  NotTaken,
  PayerContext,
  ProviderAnswer,
} from '../providers/port.ts';
import { routesForCard, takeFirstAvailable } from '../routing/choose.ts';
import { callAcquirer } from '../routing/circuit.ts';
import { cardsOf, referenceSaver } from './attempt.ts';
import { countPayin, failPayin } from './move.ts';
import { attemptEnd, settleAttempt, type ReportedOutcome } from './settle.ts';
import {
  closeAttempt,
  insertFollowing,
  lockOpenAttempt,
  type OpenAttempt,
} from './store/attempts.ts';
import {
  authorizationContext,
  authorizationContexts,
  cardAttempts,
  cardSlot,
  insertRefusedRequest,
  lockCardAndPayin,
  type AttemptToRecord,
  type AuthorizationContext,
  type AuthorizationInput,
} from './store/authorize.ts';
import { annotatePayin } from './store/payins.ts';

/**
 * What distinguishes a signed request from every other: the same bytes under the same key and timestamp.
 */
export interface SignedCardData {
  data: CardDataRequest;
  timestamp: string;
  signature: string;
  /** Beside what is signed. */
  payer: PayerContext;
}

type CardDataRefusal =
  | 'not_found'
  | 'not_a_card_order'
  | 'not_awaiting_card_data'
  | 'method_inactive'
  | 'brand_not_taken';

type SubmitCardDataResult = 'accepted' | CardDataRefusal;

/**
 * Takes a card for a waiting payin: records the attempt, moves the order, has the acquirer authorize it.
 * Where the acquirer took nothing and cannot any more, or declined on its own account, the next route of
 * the cascade is tried at once. The card itself stays in memory for these calls. The outcome is read from
 * the order. The very same signed request again is accepted as it was the first time, and changes nothing.
 *
 * Holds no lock and no transaction while it waits for an acquirer.
 */
export async function submitCardData(
  context: ServiceContext,
  caller: Caller,
  request: SignedCardData,
): Promise<SubmitCardDataResult> {
  const recorded = await recordAttempt(context, caller, request);
  if (typeof recorded === 'string') {
    // A card on a block list has ended the order.
    context.wakeWebhooks();
    return recorded;
  }
  let current = recorded;
  const settle = ({ open }: RecordedAttempt, outcome: ReportedOutcome) =>
    settleAttempt(context, open.id, outcome, open);
  const authorized = authorizeInTurn(context, recorded, settle, (next) => {
    current = next;
  });
  await waitForAnswer(context, authorized, () => settle(current, { outcome: 'unknown' }));
  return 'accepted';
}

interface RecordedAttempt extends CardRoute {
  attempt: NewAttempt;
  /** As it was when it was recorded. */
  open: OpenAttempt;
}

/** The route of an attempt, and those that are left of the cascade when it takes nothing. */
interface CardRoute {
  route: Route;
  remaining: readonly Route[];
}

const MOST_ROUTES_TRIED = 3;

type Settle = (attempt: RecordedAttempt, outcome: ReportedOutcome) => Promise<void>;

/** Within the time of one call to a provider, however many routes are tried. */
async function authorizeInTurn(
  context: ServiceContext,
  recorded: RecordedAttempt,
  settle: Settle,
  onNext: (next: RecordedAttempt) => void,
): Promise<void> {
  let timeLeftMs = PROVIDER_TIMEOUT_MS;
  let current = recorded;
  for (let tried = 1; ; tried += 1) {
    const { answer, tookMs } = await authorize(context, current, timeLeftMs);
    timeLeftMs = Math.floor(timeLeftMs - tookMs);
    const mayGoOn = tried < MOST_ROUTES_TRIED && timeLeftMs > 0;
    const next =
      answer && mayGoOn && allowsFailover(answer)
        ? await failOver(context, current, answer)
        : undefined;
    if (next === undefined) return settleOrLeave(context, current, answer, settle);
    onNext((current = next));
  }
}

/** @returns undefined for an answer that did not come; what opening the terminal took is not counted */
async function authorize(
  context: ServiceContext,
  { attempt, route: { terminal } }: RecordedAttempt,
  timeoutMs: number,
): Promise<{ answer: ProviderAnswer | NotTaken | undefined; tookMs: number }> {
  const cards = await cardsOf(context, terminal).catch((error: unknown) => {
    context.log.error({ err: error, terminalId: terminal.id }, 'A terminal does not open');
    return undefined;
  });
  // What was never called has taken nothing.
  if (cards === undefined) return { answer: NOT_OPENED, tookMs: 0 };
  const startedMs = performance.now();
  const answer = await callProvider(context, {
    attemptId: attempt.id,
    orderId: attempt.orderId,
    timeoutMs,
    open: () => Promise.resolve(cards),
    call: (_, signal) =>
      callAcquirer(context, terminal, 'authorize', signal, () =>
        cards.authorize(attempt, referenceSaver(context.db, attempt.id), signal),
      ),
  });
  return { answer, tookMs: performance.now() - startedMs };
}

const NOT_OPENED = { outcome: 'not_taken', cause: 'unreachable' } as const;

/** What cannot be recorded leaves the attempt open, for a status inquiry. */
async function settleOrLeave(
  { log }: ServiceContext,
  current: RecordedAttempt,
  answer: ProviderAnswer | NotTaken | undefined,
  settle: Settle,
): Promise<void> {
  const attemptId = current.attempt.id;
  if (answer === undefined) return settle(current, { outcome: 'unknown' });
  try {
    await settle(current, answer);
  } catch (error) {
    log.warn({ err: error, attemptId }, "A provider's answer was not recorded");
    await settle(current, { outcome: 'unknown' });
  }
}

type Recorded = 'accepted' | CardDataRefusal | RecordedAttempt;

/**
 * Evaluates a card for an order that awaits one, and records the attempt. `accepted` where there is no
 * attempt to make: the very same request was taken before, or the card has ended the order.
 *
 * The authorization context is read in one statement and compared by the one that records, so that nearly
 * every card takes these two and holds no lock in between. Where something has changed meanwhile, or the
 * card ends the order, it is evaluated again under the locks of the card and of the order.
 */
async function recordAttempt(
  context: ServiceContext,
  caller: Caller,
  signed: SignedCardData,
): Promise<Recorded> {
  const card = givenCard(context, caller, signed);
  const found = await context.batches.run(authorizationContexts, card.input);
  if (found === undefined) return 'not_found';
  const order = authorizationContext(found);
  const routes = await routesFor(context, order);
  const evaluated = evaluateCard(context, caller, card, order, routes);
  if (typeof evaluated === 'string') return evaluated;
  const recorded =
    'route' in evaluated
      ? await record(context, card, order, evaluated, (attempt) =>
          context.batches.run(cardAttempts, attempt),
        )
      : undefined;
  return recorded ?? recordUnderLock(context, caller, card);
}

function routesFor(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  { method_id: methodId, configVersion }: AuthorizationContext,
): Promise<readonly Route[]> {
  return terminals.routesOf(methodId, configVersion);
}

/** Settings have no lock here: a change in between has the card evaluated once more. */
const MOST_TIMES_EVALUATED = 5;

async function recordUnderLock(
  context: ServiceContext,
  caller: Caller,
  card: GivenCard,
): Promise<Recorded> {
  for (let times = 0; times < MOST_TIMES_EVALUATED; times += 1) {
    const recorded = await context.db
      .transaction()
      .execute((trx) => evaluateUnderLock(context, trx, caller, card));
    if (recorded !== undefined && !isUnrouted(recorded)) return recorded;
    if (recorded !== undefined) await routesFor(context, recorded.unrouted);
  }
  throw new StaleSettings();
}

/** The routes have changed, and no other query may run beside a transaction: they are read after it. */
interface Unrouted {
  unrouted: AuthorizationContext;
}

function isUnrouted(recorded: Recorded | Unrouted): recorded is Unrouted {
  return typeof recorded === 'object' && 'unrouted' in recorded;
}

async function evaluateUnderLock(
  context: ServiceContext,
  trx: Kysely<Tables>,
  caller: Caller,
  card: GivenCard,
): Promise<Recorded | Unrouted | undefined> {
  const payin = await lockCardAndPayin(trx, card.input);
  const [found] = payin ? await authorizationContexts(trx, [card.input]) : [];
  if (payin === undefined || found === undefined) return 'not_found';
  const order = authorizationContext(found);
  const routes = context.terminals.keptRoutesOf(order.method_id, order.configVersion);
  if (routes === undefined) return { unrouted: order };
  const evaluated = evaluateCard(context, caller, card, order, routes);
  if (typeof evaluated === 'string') return evaluated;
  if ('route' in evaluated)
    return record(context, card, order, evaluated, (attempt) => recordIn(trx, attempt));
  await insertRefusedRequest(trx, payin.id, card.input.requestHash);
  await failPayin(context, trx, payin, evaluated, card.now);
  return 'accepted';
}

async function recordIn(
  trx: Kysely<Tables>,
  attempt: AttemptToRecord,
): Promise<PayinRow | undefined> {
  const [payin] = await cardAttempts(trx, [attempt]);
  return payin;
}

async function record(
  context: ServiceContext,
  { request, payer, cardNumberMasked, card, input, now }: GivenCard,
  order: AuthorizationContext,
  { route, remaining }: CardRoute,
  run: (attempt: AttemptToRecord) => Promise<PayinRow | undefined>,
): Promise<RecordedAttempt | undefined> {
  const id = context.newId();
  const customer = mergeCustomer(order.customer, request.customer);
  const payin = await run({
    attemptId: id,
    payinId: input.payinId,
    merchantId: order.merchant_id,
    terminalId: route.terminal.id,
    routeId: route.id,
    cardFingerprint: input.card,
    requestHash: input.requestHash,
    nextAskAt: inquireFrom(context, route, now, order.expires_at),
    at: now,
    cardNumberMasked,
    cardBrand: card.brand,
    customer: JSON.stringify(customer),
    from: order.status,
    attemptsMade: order.attemptsMade,
    updatedAt: order.updated_at,
    configVersion: order.configVersion,
    slot: context.limits.cardDeclinesPerHour === undefined ? null : input.slot,
    slotAttempts: order.slotAttempts,
  });
  if (payin === undefined) return undefined;
  countPayin(context.metrics, payin);
  const { merchant_id: merchantId } = order;
  context.limits.addressDeclines.begin(id, { merchantId, address: payer.address });
  return {
    route,
    remaining,
    attempt: {
      id,
      orderId: payin.id,
      methodId: payin.method_id,
      amountMinor: payin.payment_method_amount_minor,
      currency: payin.payment_method_currency,
      card: cardDetails(request),
      browserInfo: request.browser_info,
      customer,
      payer,
      returnUrl: `${context.pageUrl}/pay/${payin.id}/status`,
    },
    open: {
      id,
      payin,
      attempts: { made: order.made + 1, declined: order.declinedOfOrder },
      webhookPayload: order.webhookPayload,
    },
  };
}

/** Between the end of the first call and the first inquiry about it. */
const MARGIN_MS = 2_000;

/**
 * When the first status inquiry about a new attempt is due; until then its first call has it for itself.
 * An acquirer that takes no inquiries has the payment cancelled instead, which must not meet a call that
 * may still be answered.
 */
export function inquireFrom(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  { terminal }: Pick<Route, 'terminal'>,
  at: Date,
  expiresAt: Date,
): Date {
  const outcomes = terminals.adapters.get(terminal.adapter)?.describe().cards?.outcomes;
  return outcomes === 'notified'
    ? new Date(at.getTime() + PROVIDER_TIMEOUT_MS + MARGIN_MS)
    : firstInquiryAt(at, expiresAt);
}

/** Card data as it is evaluated, at one moment. */
interface GivenCard {
  request: CardDataRequest;
  payer: PayerContext;
  cardNumberMasked: string;
  card: RoutedCard;
  input: AuthorizationInput;
  now: Date;
}

/** What routes' conditions may speak of. */
const BIN_DIGITS = 8;
const HOUR_MS = 3_600_000;
/** For how long a scheme's advice not to try a card again holds for a merchant. */
const ADVISED_MS = 30 * 24 * HOUR_MS;

function givenCard(
  { keyring, now }: Pick<ServiceContext, 'keyring' | 'now'>,
  caller: Caller,
  signed: SignedCardData,
): GivenCard {
  const { data: request } = signed;
  const at = now();
  const number = request.card_number.reveal();
  const fingerprint = blockFingerprint(keyring, 'card', number);
  return {
    request,
    payer: signed.payer,
    cardNumberMasked: maskCardNumber(number),
    card: { brand: cardBrand(number) ?? null, bin: number.slice(0, BIN_DIGITS) },
    now: at,
    input: {
      payinId: request.order_id,
      requestHash: hashOf(caller, signed),
      card: fingerprint,
      slot: cardSlot(fingerprint),
      fingerprints: [fingerprint, ...customerFingerprints(keyring, request.customer)],
      declinedSince: new Date(at.getTime() - HOUR_MS),
      advisedSince: new Date(at.getTime() - ADVISED_MS),
    },
  };
}

/** The MAC covers method, path, timestamp and body; hexadecimal counts in either case. */
function hashOf({ keyId }: Caller, { timestamp, signature }: SignedCardData): Buffer {
  const signed = `${keyId}\n${timestamp}\n${signature.toLowerCase()}`;
  return createHash('sha256').update(signed).digest();
}

/** For the acquirer alone. */
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

/**
 * The route of a card's attempt, or why the order ends without one; or why nothing happens, `accepted`
 * where the very same request was taken before.
 *
 * @throws StaleSettings when the caller's settings are older than the order's
 */
function evaluateCard(
  context: Pick<ServiceContext, 'limits' | 'terminals'>,
  caller: Caller,
  card: GivenCard,
  order: AuthorizationContext,
  routes: readonly Route[],
): CardRoute | BusinessRefusal | 'accepted' | CardDataRefusal {
  if (caller.scope === 'merchant' && caller.merchantId !== order.merchant_id) return 'not_found';
  if (order.payment_source !== 'CARD') return 'not_a_card_order';
  expectCurrent(caller, order);
  if (order.repeated) return 'accepted';
  if (order.status !== 'CREATED' || order.expires_at <= card.now) return 'not_awaiting_card_data';
  if (!order.active) return 'method_inactive';
  return refuseCard(context, card, order) ?? findCardRoute(context, card, order, routes);
}

function refuseCard(
  { limits }: Pick<ServiceContext, 'limits'>,
  { payer: { address } }: GivenCard,
  { blocked, notAgain, made, declined, merchant_id: merchantId }: AuthorizationContext,
): BusinessRefusal | undefined {
  if (blocked) return refusal('The card or the customer is on a block list.');
  if (notAgain) return refusal('The card is not to be tried again, says its bank.');
  if (declined >= (limits.cardDeclinesPerHour ?? Infinity)) {
    return refusal('The card was declined too often within an hour.');
  }
  if (limits.addressDeclines.isSpent({ merchantId, address })) {
    return refusal('Cards of this address were declined too often within an hour.');
  }
  if (made >= MAX_ATTEMPTS_PER_ORDER) return refusal('The order was attempted too often.');
  return undefined;
}

function refusal(message: string): BusinessRefusal {
  return systemError('BLACKLISTED_INPUT_DATA', message);
}

/** `brand_not_taken` leaves the order as it is, for another card. */
function findCardRoute(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  { card, request }: GivenCard,
  order: AuthorizationContext,
  routes: readonly Route[],
): BusinessRefusal | CardRoute | 'brand_not_taken' {
  const wanted = {
    direction: 'payin',
    paymentSource: order.payment_source,
    currency: order.payment_method_currency,
  } as const;
  const { address } = mergeCustomer(order.customer, request.customer);
  const payment = { amountMinor: order.amount_minor, card, country: address?.country };
  const cascade = routesForCard(terminals, routes, wanted, payment);
  if (cascade === 'brand_not_taken') return cascade;
  if (typeof cascade === 'string') return ROUTING_REFUSALS[cascade];
  return takeFirstAvailable(terminals, cascade) ?? ROUTING_REFUSALS.ORDER_CANNOT_BE_ROUTED;
}

/**
 * The acquirer took nothing and cannot any more, or declined on its own account, not the issuer's. A card
 * that is not to be tried again is tried nowhere.
 */
function allowsFailover(answer: ProviderAnswer | NotTaken): boolean {
  if (answer.outcome === 'not_taken') return true;
  if (!('mayTryAnother' in answer) || !answer.mayTryAnother) return false;
  return answer.advice !== 'do_not_try_again';
}

/**
 * Ends an attempt that took nothing, and makes another at the next route, in one transaction: the order
 * stays under way, and is never without an attempt.
 *
 * Locks the order, then the attempt.
 *
 * @returns undefined where there is no route left, the order has ended, or somebody else has settled the
 *   attempt; also when this could not be recorded, so that the caller settles what it knows
 */
async function failOver(
  context: ServiceContext,
  current: RecordedAttempt,
  answer: ProviderAnswer | NotTaken,
): Promise<RecordedAttempt | undefined> {
  const next = takeFirstAvailable(context.terminals, current.remaining);
  if (next === undefined) return undefined;
  try {
    return await recordFollowing(context, { ...current, ...next }, answer);
  } catch (error) {
    const { id: attemptId } = current.attempt;
    context.log.warn({ err: error, attemptId }, 'The next route was not recorded');
    return undefined;
  }
}

async function recordFollowing(
  context: ServiceContext,
  following: RecordedAttempt,
  answer: ProviderAnswer | NotTaken,
): Promise<RecordedAttempt | undefined> {
  const { db, now, newId } = context;
  const { attempt, route } = following;
  const end = attemptEnd(answer);
  if (end === undefined) throw new Error(`${answer.outcome} does not end an attempt`);
  const id = newId();
  const at = now();
  const payin = await db.transaction().execute(async (trx) => {
    const open = await lockOpenAttempt(trx, attempt.id);
    if (open === undefined || !isUnderWay(open.payin.status)) return undefined;
    const { payin: found } = open;
    await closeAttempt(trx, attempt.id, end, at, { superseded: true });
    const changes = {
      attempts_made: found.attempts_made + 1,
      terminal_id: route.terminal.id,
      route_id: route.id,
    };
    await insertFollowing(trx, attempt.id, {
      id,
      terminalId: route.terminal.id,
      routeId: route.id,
      at,
      nextAskAt: inquireFrom(context, route, at, found.expires_at),
    });
    await annotatePayin(trx, found, changes, at);
    return { ...found, ...changes, updated_at: at };
  });
  if (payin === undefined) return undefined;
  const { address } = attempt.payer;
  context.limits.addressDeclines.begin(id, { merchantId: payin.merchant_id, address });
  return {
    ...following,
    attempt: { ...attempt, id },
    open: { ...following.open, id, payin },
  };
}
