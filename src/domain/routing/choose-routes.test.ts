import { describe, expect, it } from 'vitest';
import {
  sortRoutes,
  meetsConditions,
  takesBrand,
  unmetCondition,
  type RouteCondition,
  type RoutedPayment,
} from './choose-routes.ts';
import type { Route, RouteConditions } from './route.ts';

const ANY: RouteConditions = {
  brands: undefined,
  binPrefixes: undefined,
  amountMinMinor: undefined,
  amountMaxMinor: undefined,
  countries: undefined,
};

function route(conditions: Partial<RouteConditions> = {}, turn: Partial<Route> = {}): Route {
  const terminal = { id: 't', adapter: 'a', version: 1n };
  return {
    id: 'r',
    terminal,
    priority: 1,
    weight: 1,
    ...turn,
    conditions: { ...ANY, ...conditions },
    wantsContact: undefined,
    wantsAddress: undefined,
  };
}

const VISA = { brand: 'visa', bin: '42424299' } as const;

function payment(changes: Partial<RoutedPayment> = {}): RoutedPayment {
  return {
    amountMinor: 1_000n,
    card: VISA,
    country: 'DE',
    ...changes,
  };
}

describe('the conditions of a route', () => {
  it.each<
    [
      why: string,
      conditions: Partial<RouteConditions>,
      payment: RoutedPayment,
      unmet?: RouteCondition,
    ]
  >([
    ['none take everything', {}, payment()],
    ['the least amount is taken', { amountMinMinor: 1_000n }, payment()],
    ['below it nothing is', { amountMinMinor: 1_001n }, payment(), 'amount'],
    ['the most is taken', { amountMaxMinor: 1_000n }, payment()],
    ['above it nothing is', { amountMaxMinor: 999n }, payment(), 'amount'],
    ['one prefix of several is enough', { binPrefixes: ['51', '4242'] }, payment()],
    ['another prefix is not', { binPrefixes: ['4241'] }, payment(), 'bin'],
    [
      'before there is a card, any may come',
      { binPrefixes: ['4241'] },
      payment({ card: undefined }),
    ],
    ['the payer’s country is among them', { countries: ['FR', 'DE'] }, payment()],
    ['or it is not', { countries: ['FR'] }, payment(), 'country'],
    ['nobody knows it', { countries: ['FR'] }, payment({ country: undefined }), 'country'],
    [
      'nobody knows it yet',
      { countries: ['FR'] },
      payment({ country: undefined, card: undefined }),
    ],
  ])('%s', (_why, conditions, paid, unmet) => {
    expect(unmetCondition(route(conditions), paid)).toBe(unmet);
    expect(meetsConditions(route(conditions), paid)).toBe(unmet === undefined);
  });

  it('on a brand accept that brand, and no number of unknown brand', () => {
    const only = route({ brands: ['visa'] });
    expect(takesBrand(only, 'visa')).toBe(true);
    expect(takesBrand(only, 'mastercard')).toBe(false);
    expect(takesBrand(only, null)).toBe(false);
    expect(takesBrand(route(), null)).toBe(true);
  });
});

describe('the order of routes', () => {
  it('follows priority, whatever the weight', () => {
    const routes = [
      route({}, { id: 'second', priority: 2, weight: 1_000 }),
      route({}, { id: 'first', priority: 1 }),
    ];
    for (const drawn of [0, 0.5, 0.999]) {
      expect(sortRoutes(routes, () => drawn).map(({ id }) => id)).toEqual(['first', 'second']);
    }
  });

  it('follows weight within a priority', () => {
    const routes = [route({}, { id: 'light', weight: 1 }), route({}, { id: 'heavy', weight: 3 })];
    // A deterministic sequence that covers both draws evenly.
    const steps = Array.from({ length: 40 }, (_, step) => (step + 0.5) / 40);
    const firsts = steps.flatMap((light) =>
      steps.map((heavy) => {
        const draws = [light, heavy];
        return sortRoutes(routes, () => draws.shift() ?? 0)[0]?.id;
      }),
    );
    const share = firsts.filter((id) => id === 'heavy').length / firsts.length;
    expect(share).toBeCloseTo(0.75, 1);
  });
});
