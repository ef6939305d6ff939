import { reachedInDryRun, type RefusedBy } from '#domain/order/attempt-limits.ts';
import type { PayinCause } from '#domain/order/transition.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { Route } from '#domain/routing/route.ts';
import { isCurrent, type Caller } from '../merchants/settings.ts';
import { CALL_TIMEOUT_MS } from '../orders/call-acquirer.ts';
import { ROUTING_REFUSALS, type BusinessRefusal } from '../orders/evaluate-order.ts';
import { firstInquiryAt } from '../orders/inquiry-schedule.ts';
import type { SignedRequest } from '../orders/duplicate.ts';
import { writeUnlessChanged, type Round } from '../orders/write-unless-changed.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db, PayinRow } from '../platform/database/schema.ts';
import type { PayerContext, PayinAttempt } from '../acquirers/port.ts';
import { routesForPayin, takeFirstAvailable, takeFirstForPayer } from '../routing/choose.ts';
import {
  failedCardKeys,
  declineCounts,
  isCountedInSlot,
  limitsFor,
  refusePayer,
  reportLimit,
  type LimitedPayment,
} from './limits.ts';
import { countPayin, failPayin } from './move.ts';
import { readDescription } from './present.ts';
import { NO_RECEIPTS, type AttemptState } from './store/attempts.ts';
import {
  authorizationContexts,
  attemptRecordings,
  insertRefusedRequest,
  lockCardAndPayin,
  overCards,
  updateRefusedPayin,
  type AuthorizationContext,
} from './store/authorize.ts';

/** What a payer submitted to pay an order, and when, without the card itself or what stands for it. */
export interface SubmittedPayment<Refused> extends LimitedPayment {
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
}

/** A signed request to pay. */
export interface SignedPayment extends SignedRequest {
  /** Not covered by the signature. */
  payer: PayerContext;
}

/**
 * Refusals of every kind of payment. All but `not_found` leave the order waiting for another card. Only a shopper on
 * our own page gets `another_card` or `too_many_cards`; the same limits fail the order if a merchant sent the card.
 * `stale_settings`: the merchant's settings have changed since the caller was authenticated, so that nothing was done.
 */
export type CommonRefusal =
  | 'not_found'
  | 'brand_not_taken'
  | 'another_card'
  | 'too_many_cards'
  | 'stale_settings';

export interface RecordedAttempt extends ChosenRoute {
  attempt: PayinAttempt;
  /** The keys by which its card is counted as failed if it is declined: see `failedCardKeys`. */
  failureKeys: Uint8Array[];
  /** As it was when it was recorded. */
  open: AttemptState;
}

/** The route of an attempt, and the routes of the cascade that are left for failover. */
export interface ChosenRoute {
  route: Route;
  remaining: readonly Route[];
}

/**
 * `accepted`: there is nothing to do, because the identical request was taken before, the order is being paid already,
 * or a business refusal has failed it.
 */
export type RecordResult<Refused> = Recorded | Answer<Refused>;

interface Recorded {
  result: 'recorded';
  recorded: RecordedAttempt;
}

interface Answer<Refused> {
  result: 'answered';
  answer: 'accepted' | CommonRefusal | Refused;
}

/** What happens to a payment: a route is tried, the order fails, or it stays as it is. */
type Decision<Refused> =
  | ({ result: 'routed' } & ChosenRoute)
  | ((Answer<Refused> | { result: 'fails'; refusal: BusinessRefusal }) & {
      /** The limit that refused it, if one did. */
      refusedBy?: RefusedBy | undefined;
    });

/** A payin as a payment finds it, and the routes of its method. */
interface Payable {
  order: AuthorizationContext;
  routes: readonly Route[];
  /** Read under the locks of the card's slot and the order; undefined if they are not locked. */
  locked: PayinRow | undefined;
}

/**
 * Evaluates a payment for its order, and records the attempt or fails the order.
 *
 * Nearly every payment takes two statements and holds no lock between them: one reads the authorization context, the
 * other compares it with the current rows and records the attempt. A payment that fails its order is evaluated again
 * under the locks of the card's slot and then of the order. So is one that the statement refused, if different failed
 * cards are limited: it may have reached a limit.
 */
export async function recordAttempt<Refused>(
  context: ServiceContext,
  caller: Caller,
  submitted: SubmittedPayment<Refused>,
): Promise<RecordResult<Refused>> {
  const recorded = await writeUnlessChanged<Payable, RecordResult<Refused>>(context, {
    kind: 'payin',
    state: undefined,
    read: (round) => readPayable(context, round, submitted),
    async write(round, { order, routes, locked }) {
      const decision = evaluatePayment(context, caller, submitted, order, routes);
      if (decision.result === 'routed') return record(context, round, submitted, order, decision);
      const { refusedBy } = decision;
      const keepRefused = async () => {
        if (refusedBy !== undefined) await saveRefused(round.db, submitted, order, refusedBy);
      };
      if (decision.result === 'answered') {
        await keepRefused();
        return success(decision);
      }
      if (locked === undefined) return failure('not_locked');
      await keepRefused();
      await insertRefusedRequest(round.db, locked.id, submitted.input.requestHash);
      await failPayin(context, round.db, locked, decision.refusal, submitted.now);
      reportLimit(context, submitted, order);
      return success({ result: 'answered', answer: 'accepted' });
    },
  });
  if (recorded.ok) return recorded.value ?? NOT_FOUND;
  return { result: 'answered', answer: 'stale_settings' };
}

const NOT_FOUND = { result: 'answered', answer: 'not_found' } as const;

async function readPayable(
  context: ServiceContext,
  { db, batches, isLocked }: Round,
  submitted: LimitedPayment,
): Promise<Payable | undefined> {
  const { input } = submitted;
  const locked = isLocked ? await lockCardAndPayin(db, input) : undefined;
  const read = await batches.run(authorizationContexts, input);
  if (read === undefined) return undefined;
  const routes = await context.terminals.routesOf(read.method_id, read.configVersion, db);
  if (locked === undefined) return { order: read, routes, locked };
  const failedCards = { merchantId: read.merchant_id, ...failedCardKeys(context, submitted, read) };
  const tested = await batches.run(overCards, failedCards);
  return { order: { ...read, overCards: tested?.over }, routes, locked };
}

/** Saves with an order which limit refused a submission, its card and its payer. The order goes on waiting. */
async function saveRefused(
  db: Db,
  { card, payer, input, customer }: LimitedPayment,
  order: AuthorizationContext,
  refusedBy: RefusedBy,
): Promise<void> {
  await updateRefusedPayin(db, input.payinId, {
    refused_by: refusedBy,
    payer_address: payer.address?.toLowerCase() ?? null,
    customer: JSON.stringify(customer(order)),
    ...(card && { card_number_masked: card.masked, card_brand: card.routed.brand }),
  });
}

/** Records an attempt. @returns why it has to be evaluated again: see `attemptRecordings` */
async function record(
  context: ServiceContext,
  { batches, isLocked }: Round,
  submitted: SubmittedPayment<unknown>,
  order: AuthorizationContext,
  { route, remaining }: ChosenRoute,
): Promise<Result<Recorded, 'changed' | 'not_locked'>> {
  const { payer, card, input, now } = submitted;
  const id = context.newId();
  const customer = submitted.customer(order);
  const failedCards = failedCardKeys(context, submitted, order);
  const refusesFailed = limitsFor(context, order).card_testing === 'on';
  const row = await batches.run(attemptRecordings, {
    attemptId: id,
    payinId: input.payinId,
    merchantId: order.merchant_id,
    terminalId: route.terminal.id,
    routeId: route.id,
    cardFingerprint: input.payerFingerprint,
    requestHash: input.requestHash,
    nextInquiryAt: firstInquiryOf(context, route, now, order.expires_at),
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
    refusesFailed,
    countsFailed: limitsFor(context, order).card_testing === 'dry_run',
    overLimits:
      card === undefined ? [] : reachedInDryRun(limitsFor(context, order), declineCounts(order)),
    cause: submitted.cause,
    methodData: submitted.data.open === undefined ? null : JSON.stringify(submitted.data.open),
    payerSealed: submitted.data.sealed ?? null,
  });
  if (row === undefined) return failure(refusesFailed && !isLocked ? 'not_locked' : 'changed');
  const { overCards: over, ...payin } = row;
  countPayin(context.metrics, payin);
  reportLimit(context, submitted, { ...order, overCards: over ?? [] });
  const { merchant_id: merchantId } = order;
  context.limits.addressDeclines.begin(id, { merchantId, address: payer.address });
  const recorded: RecordedAttempt = {
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
    failureKeys: failedCards.failureKeys.filter((key) => key !== null),
    open: {
      attemptId: id,
      payin,
      attempts: { made: order.made + 1, declined: order.declinedOfOrder },
      webhookPayload: order.webhookPayload,
      addresses: order.addresses,
      attemptedAt: now,
      challengedAt: null,
      outcome: null,
      isApprovedAfterEnd: false,
      reference: null,
      receipts: NO_RECEIPTS,
    },
  };
  return success({ result: 'recorded', recorded });
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
    ? new Date(at.getTime() + CALL_TIMEOUT_MS + FIRST_INQUIRY_MARGIN_MS)
    : firstInquiryAt(at, expiresAt);
}

/** Decides what happens to a payment. Writes nothing to the database. */
function evaluatePayment<Refused>(
  context: ServiceContext,
  caller: Caller,
  submitted: SubmittedPayment<Refused>,
  order: AuthorizationContext,
  routes: readonly Route[],
): Decision<Refused> {
  if (caller.scope === 'merchant' && caller.merchantId !== order.merchant_id) return NOT_FOUND;
  if (!isCurrent(caller, order)) return { result: 'answered', answer: 'stale_settings' };
  const refused = submitted.refuse(order, routes);
  if (refused !== undefined) return { result: 'answered', answer: refused };
  const limited = refusePayer(context, caller, submitted, order);
  if (limited === undefined) return findRoute(context, submitted, order, routes);
  if (limited.result === 'answered') reportLimit(context, submitted, order);
  return limited;
}

function findRoute(
  { terminals, random }: Pick<ServiceContext, 'random' | 'terminals'>,
  submitted: SubmittedPayment<unknown>,
  order: AuthorizationContext,
  routes: readonly Route[],
): Decision<never> {
  const wanted = {
    direction: 'payin',
    paymentSource: order.payment_source,
    currency: order.payment_method_currency,
  } as const;
  const payer = submitted.customer(order);
  const payment = {
    amountMinor: order.amount_minor,
    card: submitted.card?.routed,
    country: payer.address?.country,
  };
  const cascade = routesForPayin({ adapters: terminals.adapters, random }, routes, wanted, payment);
  if (!cascade.ok) {
    return cascade.problem === 'brand_not_taken'
      ? { result: 'answered', answer: cascade.problem }
      : { result: 'fails', refusal: ROUTING_REFUSALS[cascade.problem] };
  }
  const chosen =
    submitted.card === undefined
      ? takeFirstAvailable(terminals, cascade.value)
      : takeFirstForPayer(terminals, cascade.value, payer);
  return chosen
    ? { result: 'routed', ...chosen }
    : { result: 'fails', refusal: ROUTING_REFUSALS.ORDER_CANNOT_BE_ROUTED };
}
