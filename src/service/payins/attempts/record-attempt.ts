import { mergeCustomer } from '#contract/schemas/customer.ts';
import type { Route } from '#domain/routing/route.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '../../platform/context.ts';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import type { Caller } from '../../merchants/settings.ts';
import { StaleSettings } from '../../merchants/stale-settings.ts';
import type { NewAttempt } from '../../providers/acquirer.ts';
import {
  attemptGrounds,
  groundsOfAttempts,
  insertRefusedRequest,
  lockCardAndPayin,
  type AttemptGrounds,
} from './card-data-queries.ts';
import { failPayin } from '../fail-payin.ts';
import { countPayin } from '../count-payin.ts';
import { firstAskAt } from './first-ask.ts';
import { cardDetails, givenCard, type GivenCard, type SignedCardData } from './given-card.ts';
import { judgeCardData, type CardDataRefusal, type CardRoute } from './judge-card.ts';
import { cardAttempts, type AttemptRecord } from './record-queries.ts';
import { rememberer } from './remember.ts';

export interface RecordedAttempt extends CardRoute {
  attempt: NewAttempt;
  /** What settling the attempt needs to know, as it was when it was recorded. */
  known: KnownAttempt;
}

/** An attempt that is open, its order, and what else its end depends on. */
export interface KnownAttempt {
  id: string;
  payin: PayinRow;
  /** Of the order, this attempt among the first and not among the second. */
  attempts: { made: number; declined: number };
  webhookPayload: WebhookPayload;
}

type Recorded = 'accepted' | CardDataRefusal | RecordedAttempt;

/**
 * Judges a card for an order that awaits one, and records the attempt. `accepted` where there is no
 * attempt to make: the very same request was taken before, or the card has ended the order.
 *
 * What it is judged by is read in one statement and compared by the one that records, so that nearly
 * every card takes these two and holds no lock in between. Where something has changed meanwhile, or the
 * card ends the order, it is judged again under the locks of the card and of the order.
 */
export async function recordAttempt(
  context: ServiceContext,
  caller: Caller,
  signed: SignedCardData,
): Promise<Recorded> {
  const card = givenCard(context, caller, signed);
  const found = await context.batches.run(groundsOfAttempts, card.groundsInput);
  if (found === undefined) return 'not_found';
  const grounds = attemptGrounds(found);
  const routes = await routesFor(context, grounds);
  const judged = judgeCardData(context, caller, card, grounds, routes);
  if (typeof judged === 'string') return judged;
  const recorded =
    'route' in judged
      ? await record(context, card, grounds, judged, (attempt) =>
          context.batches.run(cardAttempts, attempt),
        )
      : undefined;
  return recorded ?? recordUnderLock(context, caller, card);
}

function routesFor(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  { method_id: methodId, configVersion }: AttemptGrounds,
): Promise<readonly Route[]> {
  return terminals.routesOf(methodId, configVersion);
}

/** Settings have no lock here: whoever changes them in between has it judged once more. */
const MOST_TIMES_JUDGED = 5;

async function recordUnderLock(
  context: ServiceContext,
  caller: Caller,
  card: GivenCard,
): Promise<Recorded> {
  for (let times = 0; times < MOST_TIMES_JUDGED; times += 1) {
    const recorded = await context.db
      .transaction()
      .execute((trx) => judgeUnderLock(context, trx, caller, card));
    if (recorded !== undefined && !isUnrouted(recorded)) return recorded;
    if (recorded !== undefined) await routesFor(context, recorded.unrouted);
  }
  throw new StaleSettings();
}

/** The routes have changed, and nothing may be asked beside a transaction: they are read after it. */
interface Unrouted {
  unrouted: AttemptGrounds;
}

function isUnrouted(recorded: Recorded | Unrouted): recorded is Unrouted {
  return typeof recorded === 'object' && 'unrouted' in recorded;
}

async function judgeUnderLock(
  context: ServiceContext,
  trx: Kysely<Tables>,
  caller: Caller,
  card: GivenCard,
): Promise<Recorded | Unrouted | undefined> {
  const payin = await lockCardAndPayin(trx, card.groundsInput);
  const [found] = payin ? await groundsOfAttempts(trx, [card.groundsInput]) : [];
  if (payin === undefined || found === undefined) return 'not_found';
  const grounds = attemptGrounds(found);
  const routes = context.terminals.keptRoutesOf(grounds.method_id, grounds.configVersion);
  if (routes === undefined) return { unrouted: grounds };
  const judged = judgeCardData(context, caller, card, grounds, routes);
  if (typeof judged === 'string') return judged;
  if ('route' in judged)
    return record(context, card, grounds, judged, (attempt) => recordIn(trx, attempt));
  await insertRefusedRequest(trx, payin.id, card.groundsInput.requestHash);
  await failPayin(context, trx, payin, judged, card.now);
  return 'accepted';
}

async function recordIn(
  trx: Kysely<Tables>,
  attempt: AttemptRecord,
): Promise<PayinRow | undefined> {
  const [payin] = await cardAttempts(trx, [attempt]);
  return payin;
}

async function record(
  context: ServiceContext,
  { request, payer, cardNumberMasked, card, groundsInput, now }: GivenCard,
  grounds: AttemptGrounds,
  { route, others }: CardRoute,
  run: (attempt: AttemptRecord) => Promise<PayinRow | undefined>,
): Promise<RecordedAttempt | undefined> {
  const id = context.newId();
  const customer = mergeCustomer(grounds.customer, request.customer);
  const payin = await run({
    attemptId: id,
    payinId: groundsInput.payinId,
    merchantId: grounds.merchant_id,
    terminalId: route.terminal.id,
    routeId: route.id,
    cardFingerprint: groundsInput.card,
    requestHash: groundsInput.requestHash,
    nextAskAt: firstAskAt(context, route, now, grounds.expires_at),
    at: now,
    cardNumberMasked,
    cardBrand: card.brand,
    customer: JSON.stringify(customer),
    from: grounds.status,
    attemptsMade: grounds.attemptsMade,
    updatedAt: grounds.updated_at,
    configVersion: grounds.configVersion,
    slot: context.limits.cardDeclinesPerHour === undefined ? null : groundsInput.slot,
    slotAttempts: grounds.slotAttempts,
  });
  if (payin === undefined) return undefined;
  countPayin(context.metrics, payin);
  const { merchant_id: merchantId } = grounds;
  context.limits.addressDeclines.begin(id, { merchantId, address: payer.address });
  return {
    ...{ route, others },
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
      remember: rememberer(context.db, id),
    },
    known: {
      id,
      payin,
      attempts: { made: grounds.made + 1, declined: grounds.declinedOfOrder },
      webhookPayload: grounds.webhookPayload,
    },
  };
}
