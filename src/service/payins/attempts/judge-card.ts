import type { ServiceContext } from '../../platform/context.ts';
import type { Caller } from '../../merchants/settings.ts';
import { expectCurrent } from '../../merchants/stale-settings.ts';
import type { CardProvider } from '../../providers/provider.ts';
import { MAX_ATTEMPTS_PER_ORDER } from './attempts-left.ts';
import type { AttemptGrounds } from './card-data-queries.ts';
import { ROUTING_REFUSALS, systemError, type BusinessRefusal } from '../../orders/judge-method.ts';
import { chooseProvider, type ChosenRoute } from '../../routing/choose-route.ts';

export type CardRoute = ChosenRoute<CardProvider>;

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
  context: Pick<ServiceContext, 'limits' | 'providers'>,
  caller: Caller,
  grounds: AttemptGrounds,
  now: Date,
): CardRoute | BusinessRefusal | 'accepted' | CardDataRefusal {
  if (caller.scope === 'merchant' && caller.merchantId !== grounds.merchant_id) return 'not_found';
  if (grounds.payment_source !== 'CARD') return 'not_a_card_order';
  expectCurrent(caller, grounds);
  if (grounds.repeated) return 'accepted';
  if (grounds.status !== 'CREATED' || grounds.expires_at <= now) return 'not_awaiting_card_data';
  return grounds.active ? findCardRoute(context, grounds) : 'method_inactive';
}

/** `brand_not_taken` leaves the order as it is, for another card. */
function findCardRoute(
  context: Pick<ServiceContext, 'limits' | 'providers'>,
  grounds: AttemptGrounds,
): BusinessRefusal | CardRoute | 'brand_not_taken' {
  const refused = refuseCard(context, grounds);
  if (refused) return refused;
  if (grounds.adapter === null && grounds.routable) return 'brand_not_taken';
  const chosen = chooseProvider(grounds.adapter, context.providers.cards);
  return typeof chosen === 'string' ? ROUTING_REFUSALS[chosen] : chosen;
}

function refuseCard(
  { limits }: Pick<ServiceContext, 'limits'>,
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
