import type { CardBrand } from '#domain/card/number.ts';
import { wantedAddress, wantedContact } from '#domain/customer/wanted-data.ts';
import type { Route } from '#domain/routing/route.ts';
import { sql, type RawBuilder } from 'kysely';
import { boundRowAsJson, isBound, type BoundRow } from '../platform/bound-rows.ts';
import type { ServiceContext } from '../platform/context.ts';

/** A route as JSON. int8 values are text, so that no digits are lost. */
export interface RouteJson {
  id: string;
  terminal: BoundRow<'terminals'> & { id: string; adapter: string };
  version: string;
  priority: number;
  weight: number;
  brands: CardBrand[] | null;
  bin_prefixes: string[] | null;
  amount_min_minor: string | null;
  amount_max_minor: string | null;
  countries: string[] | null;
  /** From the terminal's settings. */
  asks_contact: unknown;
  asks_address: unknown;
}

/**
 * Returns the SQL for a method's active routes to active terminals that are shared or the merchant's own: a JSON
 * array, ordered by priority. The query must have `gate_methods` and `gates` in scope.
 */
export function routesOfMethod(): RawBuilder<RouteJson[]> {
  return sql<RouteJson[]>`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', routes.id, 'terminal', ${boundRowAsJson('terminals')},
      'version', terminals.version::text, 'priority', priority, 'weight', weight,
      'brands', brands, 'bin_prefixes', bin_prefixes, 'countries', countries,
      'amount_min_minor', routes.amount_min_minor::text,
      'amount_max_minor', routes.amount_max_minor::text,
      'asks_contact', terminals.settings -> 'asks_contact',
      'asks_address', terminals.settings -> 'asks_address'
    ) order by priority, routes.id), '[]')
    from routes join terminals on terminals.id = routes.terminal_id
    where routes.method_id = gate_methods.id and routes.up and terminals.up
      and (terminals.merchant_id is null or terminals.merchant_id = gates.merchant_id))`;
}

export type RouteDeps = Pick<ServiceContext, 'keyring' | 'reportUnverified'>;

/** Returns the routes, without those to terminals that were changed in the database, which are out of service. */
export function routesFrom(deps: RouteDeps, routes: readonly RouteJson[]): Route[] {
  return routes
    .filter(({ terminal }) => isTerminalBound(deps, terminal))
    .map((route) => routeFrom(route));
}

/** Returns whether a terminal matches its keyed hash, and reports one that does not. */
export function isTerminalBound(
  { keyring, reportUnverified }: RouteDeps,
  terminal: BoundRow<'terminals'> & { id: string },
): boolean {
  const isRight = isBound(keyring, 'terminals', terminal);
  if (!isRight) reportUnverified(`terminal ${terminal.id}`, 'It is out of service.');
  return isRight;
}

export function routeFrom(json: RouteJson): Route {
  return {
    id: json.id,
    terminal: {
      id: json.terminal.id,
      adapter: json.terminal.adapter,
      version: BigInt(json.version),
    },
    priority: json.priority,
    weight: json.weight,
    conditions: {
      brands: json.brands ?? undefined,
      binPrefixes: json.bin_prefixes ?? undefined,
      amountMinMinor: optionalMinor(json.amount_min_minor),
      amountMaxMinor: optionalMinor(json.amount_max_minor),
      countries: json.countries ?? undefined,
    },
    wantsContact: wantedContact(json.asks_contact),
    wantsAddress: wantedAddress(json.asks_address),
  };
}

export function optionalMinor(text: string | null): bigint | undefined {
  return text === null ? undefined : BigInt(text);
}
