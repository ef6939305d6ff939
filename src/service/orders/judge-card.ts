import type { ServiceContext } from '../context.ts';
import type { CardProvider } from '../providers/provider.ts';
import { MAX_ATTEMPTS_PER_ORDER } from './attempts.ts';
import type { AttemptGrounds } from './card-data-queries.ts';
import { systemError, type BusinessRefusal } from './judge-method.ts';

export interface CardRoute {
  adapter: string;
  provider: CardProvider;
}

/** Whom to ask for a card's money, or why the order ends without anybody being asked. */
export function findCardRoute(
  context: Pick<ServiceContext, 'limits' | 'cardProviders'>,
  grounds: AttemptGrounds,
): BusinessRefusal | CardRoute {
  return refuseCard(context, grounds) ?? findProvider(context, grounds);
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

function findProvider(
  context: Pick<ServiceContext, 'cardProviders'>,
  { adapter }: AttemptGrounds,
): BusinessRefusal | CardRoute {
  if (adapter === null) {
    return systemError('ORDER_CANNOT_BE_ROUTED', 'No route of the payment method is up.');
  }
  const provider = context.cardProviders.get(adapter);
  return provider === undefined
    ? systemError('PROVIDER_NOT_SUPPORTED', 'The provider of the route is not installed.')
    : { adapter, provider };
}
