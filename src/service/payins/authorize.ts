import { reachedInDryRun, type TestedBy } from '#domain/order/attempt-limits.ts';
import type { PayinCause } from '#domain/order/payin-status.ts';
import { isUnderWay } from '#domain/order/status.ts';
import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import type { Caller } from '../merchants/settings.ts';
import { expectCurrent, StaleSettings } from '../merchants/stale-settings.ts';
import { ROUTING_REFUSALS, type BusinessRefusal } from '../orders/evaluate-order.ts';
import { firstInquiryAt } from '../orders/inquiry-schedule.ts';
import { callTerminal, PROVIDER_TIMEOUT_MS, waitForAnswer } from '../orders/terminal-call.ts';
import type { SignedRequest } from '../orders/signed-request.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import type {
  NotTaken,
  PayerContext,
  PayinAttempt,
  AcquirerAnswer,
  SaveReference,
  TransferAnswer,
} from '../acquirers/port.ts';
import { routesForPayin, takeFirstAvailable } from '../routing/choose.ts';
import { callAcquirer } from '../routing/call-acquirer.ts';
import { referenceSaver, type ReportedOutcome } from './attempt.ts';
import {
  failedCardKeys,
  declineCounts,
  isCountedInSlot,
  isLimitRefusal,
  limitsFor,
  refusePayer,
  reportLimit,
  type LimitedPayment,
} from './limits.ts';
import { countPayin, failPayin } from './move.ts';
import { readDescription } from './present.ts';
import { sumOf } from './receipts.ts';
import { attemptEnd, settleAttempt } from './settle.ts';
import {
  closeAttempt,
  insertNextAttempt,
  lockOpenAttempt,
  type OpenAttempt,
} from './store/attempts.ts';
import {
  authorizationContexts,
  attemptRecordings,
  insertRefusedRequest,
  lockCardAndPayin,
  overCards,
  type AttemptToRecord,
  type AuthorizationContext,
} from './store/authorize.ts';
import { annotatePayin } from './store/payins.ts';

/** What a payer submitted to pay an order, and when: a card, or the input that begins another kind of payment. */
export interface SubmittedPayment<Refused extends string> extends LimitedPayment {
  cause: Extract<PayinCause, 'card_data_accepted' | 'payment_begun'>;
  /** The members of `payment_method_data` that the payer gave: some in the clear, the secret ones sealed. */
  data: { open?: Record<string, string>; sealed?: Uint8Array };
  /**
   * Returns why the order does not take the payment now, which leaves the order unchanged. Returns `accepted` if there
   * is nothing left to do, and undefined if the order may take the payment.
   */
  refuse: (
    order: AuthorizationContext,
    routes: readonly Route[],
  ) => Refused | 'accepted' | undefined;
  /** Opens a terminal. @throws if it cannot be opened, or does not take this kind of payment */
  open: (terminal: RoutedTerminal) => Promise<PaymentCall>;
}

/** The first call to an acquirer for an attempt. */
export type PaymentCall = (
  attempt: PayinAttempt,
  saveReference: SaveReference,
  signal: AbortSignal,
) => Promise<FirstAnswer>;

type FirstAnswer = AcquirerAnswer | TransferAnswer | NotTaken;

/**
 * Refusals of every kind of payment. All but `not_found` leave the order waiting for another card. Only a shopper on
 * our own page gets `another_card` or `too_many_cards`; the same limits fail the order if a merchant sent the card.
 */
export type CommonRefusal = 'not_found' | 'brand_not_taken' | 'another_card' | 'too_many_cards';

/**
 * Takes a payment for a waiting payin: records the attempt, moves the order to IN_PROGRESS, and asks the acquirer to
 * authorize or begin the payment. Fails over to the next route of the cascade at once if the acquirer took nothing and
 * no longer can, or declined for a reason of its own. Card details exist only in memory, for these calls.
 *
 * Waits a while for the outcome (`waits.acquirerMs`). If that is not enough, moves the order to PROCESS_PENDING, and
 * the calls continue in the background. Callers read the outcome from the order. Repeating the identical signed request
 * returns `accepted` again and changes nothing.
 *
 * Holds no lock and no transaction while it waits for an acquirer.
 *
 * @returns `accepted`, or why the order did not take the payment
 * @throws StaleSettings
 */
export async function authorizePayment<Refused extends string>(
  context: ServiceContext,
  caller: Caller,
  submitted: SubmittedPayment<Refused>,
): Promise<'accepted' | CommonRefusal | Refused> {
  const recorded = await recordAttempt(context, caller, submitted);
  if (typeof recorded === 'string') {
    // A business refusal may have failed the order, which records a webhook event.
    context.wakeWebhooks();
    return recorded;
  }
  let current = recorded;
  const settle = ({ open }: RecordedAttempt, outcome: ReportedOutcome) =>
    settleAttempt(context, open.id, outcome, open);
  const authorized = authorizeWithFailover(context, recorded, settle, (next) => {
    current = next;
  });
  await waitForAnswer(context, authorized, () => settle(current, { outcome: 'unknown' }));
  return 'accepted';
}

/** A signed request to pay. */
export interface SignedPayment extends SignedRequest {
  /** Not covered by the signature. */
  payer: PayerContext;
}

interface RecordedAttempt extends ChosenRoute {
  attempt: PayinAttempt;
  openTerminal: (terminal: RoutedTerminal) => Promise<PaymentCall>;
  /** The keys by which its card is counted as failed if it is declined: see `failedCardKeys`. */
  failureKeys: Uint8Array[];
  /** As it was when it was recorded. */
  open: OpenAttempt;
}

/** The route of an attempt, and the routes of the cascade that are left for failover. */
interface ChosenRoute {
  route: Route;
  remaining: readonly Route[];
}

const MOST_ROUTES_TRIED = 3;

type Settle = (attempt: RecordedAttempt, outcome: ReportedOutcome) => Promise<void>;

/**
 * Authorizes a payment on its route, and on the next ones as long as failover is allowed. All calls together take no
 * longer than one call to an acquirer may.
 */
async function authorizeWithFailover(
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
    const mayFailOver = tried < MOST_ROUTES_TRIED && timeLeftMs > 0;
    const next =
      answer && mayFailOver && allowsFailover(answer)
        ? await failOver(context, current, answer)
        : undefined;
    if (next === undefined) return settleOrLeave(context, current, answer, settle);
    onNext((current = next));
  }
}

/** @returns the answer, undefined if none came, and how long the call took without opening the terminal */
async function authorize(
  context: ServiceContext,
  { attempt, openTerminal, route: { terminal } }: RecordedAttempt,
  timeoutMs: number,
): Promise<{ answer: FirstAnswer | undefined; tookMs: number }> {
  const call = await openTerminal(terminal).catch((error: unknown) => {
    context.log.error({ err: error, terminalId: terminal.id }, 'A terminal cannot be opened');
    return undefined;
  });
  // An acquirer that was never called has taken nothing.
  if (call === undefined) return { answer: NOT_OPENED, tookMs: 0 };
  const startedMs = context.timers.monotonicMs();
  const answer = await callTerminal(context, {
    attemptId: attempt.id,
    orderId: attempt.orderId,
    timeoutMs,
    open: () => Promise.resolve(call),
    call: (_, signal) =>
      callAcquirer(context, terminal, 'authorize', signal, () =>
        call(attempt, referenceSaver(context, attempt.id), signal),
      ),
  });
  return { answer, tookMs: context.timers.monotonicMs() - startedMs };
}

const NOT_OPENED = { outcome: 'not_taken', cause: 'unreachable' } as const;

/** Settles the attempt. An answer that is missing or cannot be recorded leaves it open, for status inquiries. */
async function settleOrLeave(
  { log }: ServiceContext,
  current: RecordedAttempt,
  answer: FirstAnswer | undefined,
  settle: Settle,
): Promise<void> {
  const attemptId = current.attempt.id;
  if (answer === undefined) return settle(current, { outcome: 'unknown' });
  try {
    await settle(current, answer);
  } catch (error) {
    log.warn({ err: error, attemptId }, "Recording an acquirer's answer failed");
    await settle(current, { outcome: 'unknown' });
  }
}

type Recorded<Refused extends string> = 'accepted' | CommonRefusal | Refused | RecordedAttempt;

/**
 * Evaluates a payment for its order and records the attempt.
 *
 * Nearly every payment takes two statements and holds no lock between them: one reads the authorization context, the
 * other compares it with the current rows and records the attempt. If something has changed in between, or the payment
 * has to fail the order, it is evaluated again under the locks of the card's slot and then of the order.
 *
 * @returns the attempt; `accepted` if there is none to make, because the identical request was taken before, the order
 *   is being paid already, or a business refusal has failed it; otherwise why the order did not take the payment
 * @throws StaleSettings
 */
async function recordAttempt<Refused extends string>(
  context: ServiceContext,
  caller: Caller,
  submitted: SubmittedPayment<Refused>,
): Promise<Recorded<Refused>> {
  const order = await context.batches.run(authorizationContexts, submitted.input);
  if (order === undefined) return 'not_found';
  const routes = await context.terminals.routesOf(order.method_id, order.configVersion);
  const evaluated = evaluatePayment(context, caller, submitted, order, routes);
  if (typeof evaluated === 'string') {
    if (isLimitRefusal(evaluated)) reportLimit(context, submitted, order);
    return evaluated;
  }
  const recorded =
    'route' in evaluated
      ? await record(context, submitted, order, evaluated, (attempt) =>
          context.batches.run(attemptRecordings, attempt),
        )
      : undefined;
  return recorded ?? recordUnderLock(context, caller, submitted);
}

/** Settings are not locked: a payment whose settings change in between is evaluated again. */
const MOST_TIMES_EVALUATED = 5;

async function recordUnderLock<Refused extends string>(
  context: ServiceContext,
  caller: Caller,
  submitted: SubmittedPayment<Refused>,
): Promise<Recorded<Refused>> {
  for (let times = 0; times < MOST_TIMES_EVALUATED; times += 1) {
    const recorded = await context.db
      .transaction()
      .execute((trx) => evaluateUnderLock(context, trx, caller, submitted));
    if (recorded === undefined) continue;
    if (!isUnrouted(recorded)) return recorded;
    const { method_id: methodId, configVersion } = recorded.unrouted;
    await context.terminals.routesOf(methodId, configVersion);
  }
  throw new StaleSettings();
}

/** The routes are not in memory. They are read after the transaction: no other query may run beside one. */
interface Unrouted {
  unrouted: AuthorizationContext;
}

function isUnrouted(recorded: string | RecordedAttempt | Unrouted): recorded is Unrouted {
  return typeof recorded === 'object' && 'unrouted' in recorded;
}

async function evaluateUnderLock<Refused extends string>(
  context: ServiceContext,
  trx: Db,
  caller: Caller,
  submitted: SubmittedPayment<Refused>,
): Promise<Recorded<Refused> | Unrouted | undefined> {
  const payin = await lockCardAndPayin(trx, submitted.input);
  const [found] = payin ? await authorizationContexts(trx, [submitted.input]) : [];
  if (payin === undefined || found === undefined) return 'not_found';
  const failedCards = {
    merchantId: found.merchant_id,
    ...failedCardKeys(context, submitted, found),
  };
  const [tested] = await overCards(trx, [failedCards]);
  const order = { ...found, overCards: tested?.over };
  const routes = context.terminals.keptRoutesOf(order.method_id, order.configVersion);
  if (routes === undefined) return { unrouted: order };
  const evaluated = evaluatePayment(context, caller, submitted, order, routes);
  if (typeof evaluated === 'string') {
    if (isLimitRefusal(evaluated)) reportLimit(context, submitted, order);
    return evaluated;
  }
  if ('route' in evaluated)
    return record(context, submitted, order, evaluated, (attempt) => recordIn(trx, attempt));
  await insertRefusedRequest(trx, payin.id, submitted.input.requestHash);
  await failPayin(context, trx, payin, evaluated, submitted.now);
  reportLimit(context, submitted, order);
  return 'accepted';
}

async function recordIn(trx: Db, attempt: AttemptToRecord): Promise<RecordedRow> {
  const [payin] = await attemptRecordings(trx, [attempt]);
  return payin;
}

type RecordedRow = (PayinRow & { overCards: TestedBy[] | null }) | undefined;

async function record(
  context: ServiceContext,
  submitted: SubmittedPayment<string>,
  order: AuthorizationContext,
  { route, remaining }: ChosenRoute,
  run: (attempt: AttemptToRecord) => Promise<RecordedRow>,
): Promise<RecordedAttempt | undefined> {
  const { payer, card, input, now } = submitted;
  const id = context.newId();
  const customer = submitted.customer(order);
  const failedCards = failedCardKeys(context, submitted, order);
  const row = await run({
    attemptId: id,
    payinId: input.payinId,
    merchantId: order.merchant_id,
    terminalId: route.terminal.id,
    routeId: route.id,
    cardFingerprint: input.payerFingerprint,
    requestHash: input.requestHash,
    nextAskAt: firstInquiryOf(context, route, now, order.expires_at),
    at: now,
    cardNumberMasked: card?.masked ?? null,
    cardBrand: card?.routed.brand ?? null,
    customer: JSON.stringify(customer),
    from: order.status,
    attemptsMade: order.attemptsMade,
    updatedAt: order.updated_at,
    configVersion: order.configVersion,
    slot: isCountedInSlot(context, submitted, order) ? input.slot : null,
    slotAttempts: order.slotAttempts,
    ...failedCards,
    refusesFailed: limitsFor(context, order).card_testing === 'on',
    countsFailed: limitsFor(context, order).card_testing === 'dry_run',
    overLimits:
      card === undefined ? [] : reachedInDryRun(limitsFor(context, order), declineCounts(order)),
    cause: submitted.cause,
    methodData: submitted.data.open === undefined ? null : JSON.stringify(submitted.data.open),
    payerSealed: submitted.data.sealed ?? null,
  });
  if (row === undefined) return undefined;
  const { overCards: over, ...payin } = row;
  countPayin(context.metrics, payin);
  reportLimit(context, submitted, { ...order, overCards: over ?? [] });
  const { merchant_id: merchantId } = order;
  context.limits.addressDeclines.begin(id, { merchantId, address: payer.address });
  return {
    route,
    remaining,
    attempt: {
      id,
      orderId: payin.id,
      methodId: payin.method_id,
      description: readDescription(payin),
      amountMinor: payin.payment_method_amount_minor,
      currency: payin.payment_method_currency,
      customer,
      payer,
      returnUrl: `${context.pageUrl}/pay/${payin.id}/status`,
      expiresAt: payin.expires_at,
    },
    openTerminal: submitted.open,
    failureKeys: [failedCards.addressKey, failedCards.binKey, failedCards.emailKey].filter(
      (key) => key !== null,
    ),
    open: {
      id,
      payin,
      attempts: { made: order.made + 1, declined: order.declinedOfOrder },
      webhookPayload: order.webhookPayload,
      addresses: order.addresses,
      schedule: { created_at: now, challenged_at: null },
      receivedMinor: 0n,
    },
  };
}

/** The time between the end of the first call and the first inquiry about it. */
const FIRST_INQUIRY_MARGIN_MS = 2_000;

/**
 * Returns when the first status inquiry about a new attempt is due; until then it is leased to its first call. Where
 * outcomes come by notification alone, the adapter cancels the payment instead of inquiring about it. That must not
 * happen while the first call may still be answered.
 */
export function firstInquiryOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  { terminal }: Pick<Route, 'terminal'>,
  at: Date,
  expiresAt: Date,
): Date {
  const outcomes = terminals.adapters.get(terminal.adapter)?.describe().cards?.outcomes;
  return outcomes === 'notified'
    ? new Date(at.getTime() + PROVIDER_TIMEOUT_MS + FIRST_INQUIRY_MARGIN_MS)
    : firstInquiryAt(at, expiresAt);
}

/**
 * Decides what happens to a payment. Writes nothing to the database.
 *
 * @returns the route to try; a business refusal that fails the order; or a refusal that leaves the order as it is, with
 *   `accepted` if there is nothing left to do
 * @throws StaleSettings if the merchant's settings have changed since the caller was authenticated
 */
function evaluatePayment<Refused extends string>(
  context: Pick<ServiceContext, 'limits' | 'random' | 'terminals'>,
  caller: Caller,
  submitted: SubmittedPayment<Refused>,
  order: AuthorizationContext,
  routes: readonly Route[],
): ChosenRoute | BusinessRefusal | 'accepted' | CommonRefusal | Refused {
  if (caller.scope === 'merchant' && caller.merchantId !== order.merchant_id) return 'not_found';
  expectCurrent(caller, order);
  return (
    submitted.refuse(order, routes) ??
    refusePayer(context, caller, submitted, order) ??
    findRoute(context, submitted, order, routes)
  );
}

function findRoute(
  { terminals, random }: Pick<ServiceContext, 'random' | 'terminals'>,
  submitted: SubmittedPayment<string>,
  order: AuthorizationContext,
  routes: readonly Route[],
): BusinessRefusal | ChosenRoute | 'brand_not_taken' {
  const wanted = {
    direction: 'payin',
    paymentSource: order.payment_source,
    currency: order.payment_method_currency,
  } as const;
  const { address } = submitted.customer(order);
  const payment = {
    amountMinor: order.amount_minor,
    card: submitted.card?.routed,
    country: address?.country,
  };
  const cascade = routesForPayin({ adapters: terminals.adapters, random }, routes, wanted, payment);
  if (cascade === 'brand_not_taken') return cascade;
  if (typeof cascade === 'string') return ROUTING_REFUSALS[cascade];
  return takeFirstAvailable(terminals, cascade) ?? ROUTING_REFUSALS.ORDER_CANNOT_BE_ROUTED;
}

/**
 * Returns whether the next route may be tried: the acquirer took nothing and no longer can, or declined for a reason of
 * its own and not the issuer's. A card that must not be tried again is not tried on another route either.
 */
function allowsFailover(answer: FirstAnswer): boolean {
  if (answer.outcome === 'not_taken') return true;
  if ('receipts' in answer && sumOf(answer.receipts) > 0n) return false;
  if (!('mayTryAnother' in answer) || !answer.mayTryAnother) return false;
  return !('advice' in answer) || answer.advice !== 'do_not_try_again';
}

/**
 * Ends an attempt that took nothing or was declined, and records the next one on the next available route, in one
 * transaction. So the order stays under way and always has an open attempt.
 *
 * Locks the order, then the attempt.
 *
 * @returns the next attempt; undefined if no route is left, the order has ended, or the attempt was settled elsewhere;
 *   also if recording failed, so that the caller settles the attempt by the answer that it has
 */
async function failOver(
  context: ServiceContext,
  current: RecordedAttempt,
  answer: FirstAnswer,
): Promise<RecordedAttempt | undefined> {
  const next = takeFirstAvailable(context.terminals, current.remaining);
  if (next === undefined) return undefined;
  try {
    return await recordNextAttempt(context, { ...current, ...next }, answer);
  } catch (error) {
    const { id: attemptId } = current.attempt;
    context.log.warn({ err: error, attemptId }, 'Recording the next route failed');
    return undefined;
  }
}

async function recordNextAttempt(
  context: ServiceContext,
  following: RecordedAttempt,
  answer: FirstAnswer,
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
    if (open.receivedMinor > 0n) return undefined;
    const { payin: found } = open;
    await closeAttempt(trx, attempt.id, end, at, { superseded: true });
    const changes = {
      attempts_made: found.attempts_made + 1,
      terminal_id: route.terminal.id,
      route_id: route.id,
    };
    await insertNextAttempt(trx, attempt.id, {
      id,
      terminalId: route.terminal.id,
      routeId: route.id,
      at,
      nextAskAt: firstInquiryOf(context, route, at, found.expires_at),
      failureKeys: following.failureKeys.length === 0 ? null : following.failureKeys,
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
    open: { ...following.open, id, payin, schedule: { created_at: at, challenged_at: null } },
  };
}
