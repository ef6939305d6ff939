import { CARD_BRANDS, type CardBrand } from '#domain/card/number.ts';
import { CURRENCIES, type Currency, formatMinor } from '#domain/money.ts';
import { z } from 'zod';
import { cardBrand } from '#domain/card/brand.ts';
import type { RoutedPayment } from '#domain/routing/choose-routes.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { type BusinessRefusal, evaluateOrder, wantedBy } from '../../orders/evaluate-order.ts';
import { type PassedOver, whyPassedOver } from '../../routing/choose.ts';
import type { RouteConditions } from '#domain/routing/route.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import { sql } from 'kysely';
import { boundRowAsJson } from '../../platform/bound-rows.ts';
import {
  type RouteDeps,
  type RouteJson,
  isTerminalBound,
  routeFrom,
} from '../../merchants/method-routes.ts';
import type { Db } from '../../platform/database/schema.ts';

export const routeChoice = z.object({
  direction: z.enum(['payin', 'payout']),
  currency: z.enum(CURRENCIES),
  brand: z.enum(CARD_BRANDS).nullable().describe('Brand of the card.'),
  refusal: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why no order can be created.'),
  routes: z.array(
    z.object({
      terminal: z.string(),
      adapter: z.string(),
      priority: z.int(),
      weight: z.number(),
      takes: z.boolean(),
      share: z.number().describe('Probability that it is tried first, from 0 to 1.'),
      why_not: z.string().nullable(),
    }),
  ),
});
export type RouteChoice = z.output<typeof routeChoice>;

export interface EvaluatedPayment {
  amountMinor: bigint;
  /** The first 6 to 8 digits of a card number. */
  bin: string | undefined;
  brand: CardBrand | undefined;
  country: string | undefined;
}

type Deps = Pick<ServiceContext, 'db' | 'terminals'> & RouteDeps;

/**
 * Evaluates where a payment would be routed now, with the same code that routes payments, and without calling an
 * acquirer.
 *
 * @returns undefined if there is no such method
 */
export async function whatIf(
  deps: Deps,
  methodId: string,
  asked: EvaluatedPayment,
): Promise<RouteChoice | undefined> {
  const method = await selectMethodToEvaluate(deps.db, methodId);
  if (method === undefined) return undefined;
  const found = await selectAllRoutes(deps, methodId);
  const payment = paymentOf(asked);
  const evaluated = found.map((one) => ({
    ...one,
    why: evaluateRoute(deps, method, one, payment),
  }));
  const refusal = evaluateMethod(deps, method, asked, found);
  const first = evaluated.find(({ why }) => why === undefined)?.route.priority;
  const sharing = evaluated.filter(
    ({ route, why }) => why === undefined && route.priority === first,
  );
  const weights = sharing.reduce((sum, { route }) => sum + route.weight, 0);
  return {
    currency: method.currency,
    direction: method.direction,
    brand: payment.card?.brand ?? null,
    refusal: refusal ?? null,
    routes: evaluated.map((one) => ({
      terminal: one.name,
      adapter: one.route.terminal.adapter,
      priority: one.route.priority,
      weight: one.route.weight,
      share: refusal === undefined && sharing.includes(one) ? one.route.weight / weights : 0,
      takes: one.why === undefined,
      why_not: one.why ?? null,
    })),
  };
}

/** Builds the payment to evaluate. Without first digits and brand, any card is assumed, as when an order is created. */
function paymentOf({ amountMinor, bin, brand, country }: EvaluatedPayment): RoutedPayment {
  const known = brand ?? (bin === undefined ? undefined : (cardBrand(bin) ?? null));
  const card = known === undefined ? undefined : { brand: known, bin: bin ?? '' };
  return { amountMinor, card, country };
}

function evaluateMethod(
  { terminals }: Deps,
  method: RoutedMethod,
  { amountMinor }: EvaluatedPayment,
  found: readonly MethodRoute[],
): Pick<BusinessRefusal, 'code' | 'message'> | undefined {
  if (!method.active) {
    return { code: 'METHOD_INACTIVE', message: 'The method, or its gate, is switched off.' };
  }
  const routes = found.filter(isRouteUsable).map(({ route }) => route);
  const refused = evaluateOrder({ ...method, routes }, amountMinor, terminals);
  return refused && { code: refused.code, message: refused.message };
}

function isRouteUsable({ up, terminalUp, isVerified, mayUse }: MethodRoute): boolean {
  return up && terminalUp && isVerified && mayUse;
}

function evaluateRoute(
  { terminals }: Deps,
  method: RoutedMethod,
  candidate: MethodRoute,
  payment: RoutedPayment,
): string | undefined {
  const { route } = candidate;
  if (!candidate.up) return whyNot('route_down', candidate, method);
  if (!candidate.terminalUp) return whyNot('terminal_down', candidate, method);
  if (!candidate.isVerified) return whyNot('terminal_changed', candidate, method);
  if (!candidate.mayUse) return whyNot('other_merchant', candidate, method);
  const wanted = wantedBy({ ...method, routes: [] });
  const passedOver = whyPassedOver(terminals, route, wanted, payment);
  if (passedOver !== undefined) return whyNot(passedOver, candidate, method);
  const circuit = terminals.circuits().find(({ terminalId }) => terminalId === route.terminal.id);
  return circuit?.state === 'open' ? whyNot('circuit_open', candidate, method) : undefined;
}

type Reason =
  | PassedOver
  | 'route_down'
  | 'terminal_down'
  | 'terminal_changed'
  | 'other_merchant'
  | 'circuit_open';

/** Returns a sentence about why a route would not take the payment. */
function whyNot(
  reason: Reason,
  { name, route }: MethodRoute,
  { currency }: { currency: Currency },
): string {
  return SENTENCES[reason]({
    name,
    adapter: route.terminal.adapter,
    currency,
    ...route.conditions,
  });
}

type Facts = RouteConditions & { name: string; adapter: string; currency: Currency };

const SENTENCES: Readonly<Record<Reason, (facts: Facts) => string>> = {
  route_down: () => 'The route is switched off.',
  terminal_down: ({ name }) => `The terminal ${name} is switched off.`,
  terminal_changed: ({ name }) =>
    `The terminal ${name} was changed in the database, not by this service.`,
  other_merchant: ({ name }) => `The terminal ${name} belongs to another merchant.`,
  amount: ({ amountMinMinor, amountMaxMinor, currency }) =>
    `It takes amounts ${rangeOf(amountMinMinor, amountMaxMinor, currency)}.`,
  bin: ({ binPrefixes = [] }) =>
    `It takes cards whose numbers begin with ${binPrefixes.join(', ')}.`,
  country: ({ countries = [] }) => `It takes payers from ${countries.join(', ')}.`,
  brand: ({ brands = [] }) => `It takes ${brands.join(', ')}.`,
  adapter_cannot: ({ adapter, currency }) =>
    `The adapter ${adapter} is not installed, or does not support the method in ${currency}.`,
  adapter_takes_no_such_brand: ({ adapter }) =>
    `The adapter ${adapter} takes no card of this brand.`,
  circuit_open: ({ name }) =>
    `The circuit of ${name} is open: one call is sent every 10 s, the others take the next route.`,
};

function rangeOf(from: bigint | undefined, to: bigint | undefined, currency: Currency): string {
  const least = from === undefined ? [] : [`from ${formatMinor(from)}`];
  const most = to === undefined ? [] : [`to ${formatMinor(to)}`];
  return `${[...least, ...most].join(' ')} ${currency}`;
}

/** Selects a method with what orders are validated by, without its routes. */
function selectMethodToEvaluate(db: Db, id: string) {
  return db
    .selectFrom('gate_methods')
    .innerJoin('gates', 'gates.id', 'gate_methods.gate_id')
    .select(['direction', 'payment_source as paymentSource', 'currency'])
    .select(['payment_method_currency as paymentMethodCurrency'])
    .select(['amount_min_minor as amountMinMinor', 'amount_max_minor as amountMaxMinor'])
    .select('gates.frozen as gateFrozen')
    .select(sql<boolean>`gate_methods.active and gates.active`.as('active'))
    .where('gate_methods.id', '=', id)
    .executeTakeFirst() satisfies Promise<RoutedMethod | undefined>;
}

export interface RoutedMethod {
  direction: OrderDirection;
  paymentSource: PaymentSource;
  currency: Currency;
  paymentMethodCurrency: Currency;
  amountMinMinor: bigint;
  amountMaxMinor: bigint;
  gateFrozen: boolean;
  active: boolean;
}

interface RouteRow extends RouteJson {
  name: string;
  up: boolean;
  terminal_up: boolean;
  may_use: boolean;
}

/** Selects all routes of a method, including those that are down, in the order they are tried. */
export async function selectAllRoutes(deps: RouteDeps & { db: Db }, methodId: string) {
  const { rows } = await sql<RouteRow>`
    select routes.id, ${boundRowAsJson('terminals')} as terminal, terminals.name, version::text, priority,
      weight, brands, bin_prefixes, countries, routes.amount_min_minor::text,
      routes.amount_max_minor::text, routes.up, terminals.up as terminal_up,
      (terminals.merchant_id is null or terminals.merchant_id = gates.merchant_id) as may_use
    from routes join terminals on terminals.id = routes.terminal_id
    join gate_methods on gate_methods.id = routes.method_id join gates on gates.id = gate_id
    where method_id = ${methodId} order by priority, routes.id`.execute(deps.db);
  return rows.map((row) => ({
    name: row.name,
    up: row.up,
    terminalUp: row.terminal_up,
    isVerified: isTerminalBound(deps, row.terminal),
    mayUse: row.may_use,
    route: routeFrom(row),
  }));
}

export type MethodRoute = Awaited<ReturnType<typeof selectAllRoutes>>[number];
