import type { Currency } from '#domain/money.ts';
import type { OrderDirection } from '#domain/order/direction.ts';
import type { PaymentSource } from '#domain/order/payment-source.ts';
import { sql, type Kysely } from 'kysely';
import { routeFrom, type RouteJson } from '../../merchants/method-routes.ts';
import type { Tables } from '../../platform/database/schema.ts';

type Db = Kysely<Tables>;

/** A method as orders are judged by it; its routes apart. */
export function selectAskedMethod(db: Db, id: string) {
  return db
    .selectFrom('gate_methods')
    .innerJoin('gates', 'gates.id', 'gate_methods.gate_id')
    .select(['direction', 'payment_source as paymentSource', 'currency'])
    .select(['payment_method_currency as paymentMethodCurrency'])
    .select(['amount_min_minor as amountMinMinor', 'amount_max_minor as amountMaxMinor'])
    .select('gates.frozen as gateFrozen')
    .select(sql<boolean>`gate_methods.active and gates.active`.as('active'))
    .where('gate_methods.id', '=', id)
    .executeTakeFirst() satisfies Promise<AskedMethod | undefined>;
}

export interface AskedMethod {
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
  shared: boolean;
}

/** All routes of a method, those that are down too, the first to be tried first. */
export async function selectAllRoutes(db: Db, methodId: string) {
  const { rows } = await sql<RouteRow>`
    select routes.id, terminals.id as terminal_id, terminals.name, adapter, version::text, priority,
      weight, brands, bin_prefixes, countries, routes.amount_min_minor::text,
      routes.amount_max_minor::text, routes.up, terminals.up as terminal_up,
      (terminals.merchant_id is null or terminals.merchant_id = gates.merchant_id) as shared
    from routes join terminals on terminals.id = routes.terminal_id
    join gate_methods on gate_methods.id = routes.method_id join gates on gates.id = gate_id
    where method_id = ${methodId} order by priority, routes.id`.execute(db);
  return rows.map((row) => ({
    ...{ name: row.name, up: row.up, terminalUp: row.terminal_up, mayUse: row.shared },
    route: routeFrom(row),
  }));
}

export type AskedRoute = Awaited<ReturnType<typeof selectAllRoutes>>[number];
