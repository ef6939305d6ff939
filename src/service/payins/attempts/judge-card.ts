import type { ServiceContext } from '../../platform/context.ts';
import type { Caller } from '../../merchants/settings.ts';
import { expectCurrent } from '../../merchants/stale-settings.ts';
import { MAX_ATTEMPTS_PER_ORDER } from './attempts-left.ts';
import type { AttemptGrounds } from './card-data-queries.ts';
import { ROUTING_REFUSALS, systemError, type BusinessRefusal } from '../../orders/judge-method.ts';
import { routesForCard, takeNext } from '../../routing/choose-route.ts';
import { mergeCustomer } from '#contract/schemas/customer.ts';
import type { Route } from '#domain/routing/route.ts';
import type { GivenCard } from './given-card.ts';

/** Where an attempt goes, and where it may go on when that comes to nothing. */
export interface CardRoute {
  route: Route;
  others: readonly Route[];
}

export type CardDataRefusal =
  | 'not_found'
  | 'not_a_card_order'
  | 'not_awaiting_card_data'
  | 'method_inactive'
  | 'brand_not_taken';

/**
 * Where a card's attempt goes, or why the order ends without one; or why nothing happens, `accepted`
 * where the very same request was taken before.
 *
 * @throws StaleSettings when the caller was judged by older settings than the card
 */
export function judgeCardData(
  context: Pick<ServiceContext, 'limits' | 'terminals'>,
  caller: Caller,
  card: GivenCard,
  grounds: AttemptGrounds,
  routes: readonly Route[],
): CardRoute | BusinessRefusal | 'accepted' | CardDataRefusal {
  if (caller.scope === 'merchant' && caller.merchantId !== grounds.merchant_id) return 'not_found';
  if (grounds.payment_source !== 'CARD') return 'not_a_card_order';
  expectCurrent(caller, grounds);
  if (grounds.repeated) return 'accepted';
  if (grounds.status !== 'CREATED' || grounds.expires_at <= card.now)
    return 'not_awaiting_card_data';
  if (!grounds.active) return 'method_inactive';
  return refuseCard(context, card, grounds) ?? findCardRoute(context, card, grounds, routes);
}

/** `brand_not_taken` leaves the order as it is, for another card. */
function findCardRoute(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  { card, request }: GivenCard,
  grounds: AttemptGrounds,
  routes: readonly Route[],
): BusinessRefusal | CardRoute | 'brand_not_taken' {
  const wanted = {
    direction: 'payin',
    paymentSource: grounds.payment_source,
    currency: grounds.payment_method_currency,
  } as const;
  const { address } = mergeCustomer(grounds.customer, request.customer);
  const payment = { amountMinor: grounds.amount_minor, card, country: address?.country };
  const taking = routesForCard(terminals, routes, wanted, payment);
  if (taking === 'brand_not_taken') return taking;
  const taken = typeof taking === 'string' ? taking : takeNext(terminals, taking);
  if (taken === undefined) return ROUTING_REFUSALS.ORDER_CANNOT_BE_ROUTED;
  return typeof taken === 'string' ? ROUTING_REFUSALS[taken] : taken;
}

function refuseCard(
  { limits }: Pick<ServiceContext, 'limits'>,
  { payer: { address } }: GivenCard,
  { blocked, notAgain, made, declined, merchant_id: merchantId }: AttemptGrounds,
): BusinessRefusal | undefined {
  if (blocked) {
    return systemError('BLACKLISTED_INPUT_DATA', 'The card or the customer is on a block list.');
  }
  if (notAgain) {
    return systemError(
      'BLACKLISTED_INPUT_DATA',
      'The card is not to be tried again, says its bank.',
    );
  }
  if (declined >= (limits.cardDeclinesPerHour ?? Infinity)) {
    return systemError('BLACKLISTED_INPUT_DATA', 'The card was declined too often within an hour.');
  }
  if (limits.addressDeclines.isSpent({ merchantId, address })) {
    return systemError(
      'BLACKLISTED_INPUT_DATA',
      'Cards of this address were declined too often within an hour.',
    );
  }
  if (made >= MAX_ATTEMPTS_PER_ORDER) {
    return systemError('BLACKLISTED_INPUT_DATA', 'The order was attempted too often.');
  }
  return undefined;
}
