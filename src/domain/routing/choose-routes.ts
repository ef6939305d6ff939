import type { CardBrand } from '../card/number.ts';
import type { Route, RouteConditions } from './route.ts';

/** The facts about a payment that route conditions test. */
export interface RoutedPayment {
  amountMinor: bigint;
  /** Undefined before a card is entered, and for other payment methods. */
  card: RoutedCard | undefined;
  /** The payer's country: two capital letters. */
  country: string | undefined;
}

export interface RoutedCard {
  /** Null for an unknown brand, which only a route without a brand condition accepts. */
  brand: CardBrand | null;
  /** The first 8 digits of the number. */
  bin: string;
}

/**
 * Tells whether a route accepts a payment, ignoring the card's brand. Before a card is entered, card conditions count
 * as met.
 */
export function meetsConditions(route: Route, payment: RoutedPayment): boolean {
  return unmetCondition(route, payment) === undefined;
}

export type RouteCondition = 'amount' | 'bin' | 'country';

/** Returns the first condition that a payment does not meet, ignoring the card's brand. */
export function unmetCondition(
  { conditions }: Pick<Route, 'conditions'>,
  payment: RoutedPayment,
): RouteCondition | undefined {
  if (!isInRange(conditions, payment.amountMinor)) return 'amount';
  if (!takesBin(conditions, payment.card)) return 'bin';
  return takesCountry(conditions, payment) ? undefined : 'country';
}

function isInRange(
  { amountMinMinor = 0n, amountMaxMinor }: RouteConditions,
  amountMinor: bigint,
): boolean {
  return (
    amountMinor >= amountMinMinor && (amountMaxMinor === undefined || amountMinor <= amountMaxMinor)
  );
}

function takesBin({ binPrefixes }: RouteConditions, card: RoutedCard | undefined): boolean {
  if (binPrefixes === undefined || card === undefined) return true;
  return binPrefixes.some((prefix) => card.bin.startsWith(prefix));
}

/** Once a card is entered, a payer of unknown country does not meet a country condition. */
function takesCountry(
  { countries }: RouteConditions,
  { country, card }: Pick<RoutedPayment, 'country' | 'card'>,
): boolean {
  if (countries === undefined) return true;
  return country === undefined ? card === undefined : countries.includes(country);
}

/** Tells whether a route accepts cards of a brand. */
export function takesBrand({ conditions: { brands } }: Route, brand: CardBrand | null): boolean {
  return brands === undefined || (brand !== null && brands.includes(brand));
}

/**
 * Returns routes in the order to try them: by priority, and within a priority drawn by weight.
 *
 * @param random returns a number from 0 to below 1, like `Math.random`
 */
export function sortRoutes(routes: readonly Route[], random: () => number): Route[] {
  const drawn = routes.map((route) => ({ route, place: drawPosition(route, random) }));
  return drawn
    .sort((a, b) => a.route.priority - b.route.priority || a.place - b.place)
    .map(({ route }) => route);
}

/**
 * Draws from the exponential distribution with the weight as its rate: each route is first with a probability
 * proportional to its weight.
 */
function drawPosition({ weight }: Route, random: () => number): number {
  return -Math.log(1 - random()) / weight;
}
