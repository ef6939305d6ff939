import { mergeCustomer } from '#contract/schemas/customer.ts';
import type { WebhookPayload } from '#domain/webhook/payload.ts';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '../../platform/context.ts';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import type { Caller } from '../../merchants/settings.ts';
import type { CardAttempt, CardProvider } from '../../providers/provider.ts';
import { nextAskAt } from '../../orders/ask-schedule.ts';
import {
  insertRefusedRequest,
  lockCardAndPayin,
  selectAttemptGrounds,
  type AttemptGrounds,
} from './card-data-queries.ts';
import { failPayin } from '../fail-payin.ts';
import { cardDetails, givenCard, type GivenCard, type SignedCardData } from './given-card.ts';
import { judgeCardData, type CardDataRefusal, type CardRoute } from './judge-card.ts';
import { recordCardAttempt } from './record-queries.ts';

export interface RecordedAttempt {
  attempt: CardAttempt;
  provider: CardProvider;
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
  const judged = await judge(context, context.db, caller, card);
  if (typeof judged === 'string') return judged;
  const recorded =
    'provider' in judged.route
      ? await record(context, context.db, card, judged.grounds, judged.route)
      : undefined;
  return recorded ?? recordUnderLock(context, caller, card);
}

type Judged =
  | 'accepted'
  | CardDataRefusal
  | {
      grounds: AttemptGrounds;
      route: Exclude<ReturnType<typeof judgeCardData>, string>;
    };

async function judge(
  context: ServiceContext,
  db: Kysely<Tables>,
  caller: Caller,
  card: GivenCard,
): Promise<Judged> {
  const grounds = await selectAttemptGrounds(db, card.groundsInput);
  if (grounds === undefined) return 'not_found';
  const route = judgeCardData(context, caller, grounds, card.now);
  return typeof route === 'string' ? route : { grounds, route };
}

/** Settings have no lock here: whoever changes them in between has it judged once more. */
const MOST_TIMES_JUDGED = 5;

async function recordUnderLock(
  context: ServiceContext,
  caller: Caller,
  card: GivenCard,
): Promise<Recorded> {
  for (let times = 0; times < MOST_TIMES_JUDGED; times += 1) {
    const recorded = await context.db.transaction().execute(async (trx) => {
      const payin = await lockCardAndPayin(trx, card.groundsInput);
      if (payin === undefined) return 'not_found';
      const judged = await judge(context, trx, caller, card);
      if (typeof judged === 'string') return judged;
      const { grounds, route } = judged;
      if ('provider' in route) return record(context, trx, card, grounds, route);
      await insertRefusedRequest(trx, payin.id, card.groundsInput.requestHash);
      await failPayin(context, trx, payin, route, card.now);
      return 'accepted';
    });
    if (recorded !== undefined) return recorded;
  }
  throw new Error('The settings change faster than a card can be judged');
}

async function record(
  context: ServiceContext,
  db: Kysely<Tables>,
  { request, cardNumberMasked, brand, groundsInput, now }: GivenCard,
  grounds: AttemptGrounds,
  { adapter, provider }: CardRoute,
): Promise<RecordedAttempt | undefined> {
  const id = context.newId();
  const customer = mergeCustomer(grounds.customer, request.customer);
  const payin = await recordCardAttempt(db, {
    attemptId: id,
    payinId: groundsInput.payinId,
    merchantId: grounds.merchant_id,
    adapter,
    cardFingerprint: groundsInput.card,
    requestHash: groundsInput.requestHash,
    nextAskAt: nextAskAt(now, 0, grounds.expires_at),
    at: now,
    cardNumberMasked,
    cardBrand: brand,
    customer: JSON.stringify(customer),
    from: grounds.status,
    attemptsMade: grounds.attemptsMade,
    updatedAt: grounds.updated_at,
    configVersion: grounds.configVersion,
    slot: context.limits.cardDeclinesPerHour === undefined ? null : groundsInput.slot,
    slotAttempts: grounds.slotAttempts,
  });
  if (payin === undefined) return undefined;
  return {
    provider,
    attempt: {
      id,
      orderId: payin.id,
      amountMinor: payin.payment_method_amount_minor,
      currency: payin.payment_method_currency,
      card: cardDetails(request),
      browserInfo: request.browser_info,
      customer,
    },
    known: {
      id,
      payin,
      attempts: { made: grounds.made + 1, declined: grounds.declinedOfOrder },
      webhookPayload: grounds.webhookPayload,
    },
  };
}
