import { CARD_BRANDS, type CardBrand } from '#domain/card/number.ts';
import {
  missingAddress,
  missingContact,
  type AddressMember,
  type WantedContact,
} from '#domain/customer/wanted-data.ts';
import type { Currency } from '#domain/money.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import {
  sortRoutes,
  meetsConditions,
  takesBrand,
  unmetCondition,
  type RouteCondition,
  type RoutedCard,
  type RoutedPayment,
} from '#domain/routing/choose-routes.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { Route } from '#domain/routing/route.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { AdapterDescription } from '../acquirers/adapter.ts';
import type { Terminals } from '../acquirers/registry.ts';

/**
 * Why no terminal can be called. `ORDER_CANNOT_BE_ROUTED`: no active route matches the payment.
 * `PROVIDER_NOT_SUPPORTED`: no matching route's adapter is installed and supports the method.
 */
export type RoutingRefusal = 'ORDER_CANNOT_BE_ROUTED' | 'PROVIDER_NOT_SUPPORTED';

/** What a method needs an adapter to support. */
export interface Wanted {
  direction: OrderDirection;
  paymentSource: PaymentSource;
  /** The currency in which the payer pays or the payee is paid. */
  currency: Currency;
}

type InstalledAdapters = Pick<Terminals, 'adapters'>;

type Choice = InstalledAdapters & Pick<ServiceContext, 'random'>;

/** Returns why an order created now could not be paid, or undefined if it could. Ignores circuits. */
export function evaluateRoutes(
  { adapters }: InstalledAdapters,
  routes: readonly Route[],
  wanted: Wanted,
  payment: RoutedPayment,
): RoutingRefusal | undefined {
  const routable = routes.filter((route) => meetsConditions(route, payment));
  if (routable.length === 0) return 'ORDER_CANNOT_BE_ROUTED';
  const supported = routable.some((route) => canDo(describe(adapters, route), wanted));
  return supported ? undefined : 'PROVIDER_NOT_SUPPORTED';
}

/**
 * Returns the routes that a payin may use, in the order to try them. `brand_not_taken`: the routes accept cards,
 * but not this card's brand.
 */
export function routesForPayin(
  choice: Choice,
  routes: readonly Route[],
  wanted: Wanted,
  payment: RoutedPayment,
): Result<Route[], RoutingRefusal | 'brand_not_taken'> {
  const refused = evaluateRoutes(choice, routes, wanted, payment);
  if (refused) return failure(refused);
  const taking = takingRoutes(choice, routes, wanted, payment);
  return taking.length === 0 ? failure('brand_not_taken') : success(taking);
}

/**
 * Returns the routes that a payment may use, in the order to try them: by priority, and at random by weight within
 * one.
 */
export function takingRoutes(
  { adapters, random }: Choice,
  routes: readonly Route[],
  wanted: Wanted,
  payment: RoutedPayment,
): Route[] {
  const taking = routes.filter(
    (route) => whyPassedOver({ adapters }, route, wanted, payment) === undefined,
  );
  return sortRoutes(taking, random);
}

/** Why an active route does not match a payment: one of its conditions, or its adapter's capabilities. */
export type PassedOver =
  | RouteCondition
  | 'brand'
  | 'adapter_cannot'
  | 'adapter_takes_no_such_brand';

/** Returns the first reason to skip a route, or undefined if it may be tried. */
export function whyPassedOver(
  { adapters }: InstalledAdapters,
  route: Route,
  wanted: Wanted,
  payment: RoutedPayment,
): PassedOver | undefined {
  const unmet = unmetCondition(route, payment);
  if (unmet !== undefined) return unmet;
  const description = describe(adapters, route);
  if (!canDo(description, wanted)) return 'adapter_cannot';
  if (payment.card === undefined) return undefined;
  const { brand } = payment.card;
  if (!takesBrand(route, brand)) return 'brand';
  return adapterTakes(description, brand) ? undefined : 'adapter_takes_no_such_brand';
}

/**
 * Returns the card brands that at least one of a method's routes accepts. With no active route, returns every
 * brand: a card is then refused for the missing route, not for its brand.
 */
export function acceptedBrands(
  { adapters }: InstalledAdapters,
  routes: readonly Route[],
): CardBrand[] {
  if (routes.length === 0) return [...CARD_BRANDS];
  return CARD_BRANDS.filter((brand) =>
    routes.some(
      (route) => takesBrand(route, brand) && adapterTakes(describe(adapters, route), brand),
    ),
  );
}

/**
 * Returns the contact details that the terminals of these routes require of card payers and that are still missing.
 */
export function missingContactOf(
  routes: readonly Route[],
  known: Parameters<typeof missingContact>[1],
): WantedContact | undefined {
  const wanted = routes.flatMap(({ wantsContact }) => wantsContact ?? []);
  return missingContact(wanted, known);
}

interface Payer {
  address?: Parameters<typeof missingAddress>[1];
}

/** Returns the parts of the address that these terminals require of card payers and that are still missing. */
export function missingAddressOf(routes: readonly Route[], { address }: Payer): AddressMember[] {
  const wanted = routes.flatMap(({ wantsAddress }) => wantsAddress ?? []);
  return missingAddress(wanted, address);
}

/**
 * Returns the first available route of a card payment, and the routes for failover. Passes over terminals that need
 * more of the payer's address than is known, unless no other is available: a merchant's card is never refused for it.
 */
export function takeFirstForPayer(
  terminals: Pick<Terminals, 'mayCall'>,
  routes: readonly Route[],
  payer: Payer,
): TakenRoute | undefined {
  const met = routes.filter((route) => missingAddressOf([route], payer).length === 0);
  return takeFirstAvailable(terminals, met) ?? takeFirstAvailable(terminals, routes);
}

interface TakenRoute {
  route: Route;
  remaining: Route[];
}

/**
 * Returns the first route whose terminal may be called now, and the routes after it. Drops the routes before it,
 * whose circuits are open.
 */
export function takeFirstAvailable(
  { mayCall }: Pick<Terminals, 'mayCall'>,
  routes: readonly Route[],
): TakenRoute | undefined {
  const place = routes.findIndex((route) => mayCall(route.terminal.id));
  const route = routes[place];
  return route && { route, remaining: routes.slice(place + 1) };
}

function describe(
  adapters: Terminals['adapters'],
  { terminal }: Route,
): AdapterDescription | undefined {
  return adapters.get(terminal.adapter)?.describe();
}

function canDo(description: AdapterDescription | undefined, wanted: Wanted): boolean {
  if (description === undefined) return false;
  const { payouts, paymentSources, currencies } = description;
  const serves =
    wanted.direction === 'payout' ? payouts : takesPayins(description, wanted.paymentSource);
  return (
    serves && paymentSources.includes(wanted.paymentSource) && currencies.includes(wanted.currency)
  );
}

/** Whether an adapter supports payins from a source at all. */
function takesPayins(
  { cards, transfers }: Pick<AdapterDescription, 'cards' | 'transfers'>,
  source: PaymentSource,
): boolean {
  return source === 'CARD' ? cards !== undefined : transfers.includes(source);
}

function adapterTakes(
  description: AdapterDescription | undefined,
  brand: RoutedCard['brand'],
): boolean {
  if (description === undefined) return false;
  return description.brands === 'any' || (brand !== null && description.brands.includes(brand));
}
