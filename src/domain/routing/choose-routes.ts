import type { CardBrand } from '../card/number.ts';
import type { Route, RouteConditions } from './route.ts';

/** What is known of a payment that routes' conditions speak of. */
export interface RoutedPayment {
  amountMinor: bigint;
  /** Undefined before a card is given, and where none is. */
  card: RoutedCard | undefined;
  /** Of the payer: two capital letters. */
  country: string | undefined;
}

export interface RoutedCard {
  /** Null for a number of no known brand: only a route that takes every brand takes it. */
  brand: CardBrand | null;
  /** What its number begins with, 8 digits. */
  bin: string;
}

/** Whether a route may take a payment, the card's brand apart. Before a card is given, any card may come. */
export function meetsConditions(route: Route, payment: RoutedPayment): boolean {
  return unmetCondition(route, payment) === undefined;
}

export type RouteCondition = 'amount' | 'bin' | 'country';

/** The first of a route's conditions that a payment does not meet, the card's brand apart. */
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

/** A payer of unknown country is not among those that a condition names, once there is a card. */
function takesCountry(
  { countries }: RouteConditions,
  { country, card }: Pick<RoutedPayment, 'country' | 'card'>,
): boolean {
  if (countries === undefined) return true;
  return country === undefined ? card === undefined : countries.includes(country);
}

/** Whether a route takes cards of a brand. */
export function takesBrand({ conditions: { brands } }: Route, brand: CardBrand | null): boolean {
  return brands === undefined || (brand !== null && brands.includes(brand));
}

/**
 * Routes in the sequence in which they are tried: by priority, and within a priority drawn by weight.
 *
 * @param random a number from 0 to below 1, as `Math.random` gives
 */
export function inTurn(routes: readonly Route[], random: () => number): Route[] {
  const drawn = routes.map((route) => ({ route, place: placeOf(route, random) }));
  return drawn
    .sort((a, b) => a.route.priority - b.route.priority || a.place - b.place)
    .map(({ route }) => route);
}

/** Exponentially distributed with the weight as its rate: the least of several is each by its weight. */
function placeOf({ weight }: Route, random: () => number): number {
  return -Math.log(1 - random()) / weight;
}
