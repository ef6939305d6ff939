import { sql, type Kysely } from 'kysely';
import type { Route, RoutedTerminal } from '#domain/routing/route.ts';
import { routeFrom, routesOfMethod, type RouteJson } from '../merchants/method-routes.ts';
import type { Tables } from '../platform/database/schema.ts';

/** A method's routes, with the version of the merchant's settings; undefined where it does not exist. */
export async function selectRoutes(
  db: Kysely<Tables>,
  methodId: string,
): Promise<{ version: bigint; routes: Route[] } | undefined> {
  const { rows } = await sql<{ version: bigint; routes: RouteJson[] }>`
    select merchants.config_version as version, ${routesOfMethod()} as routes
    from gate_methods
    join gates on gates.id = gate_methods.gate_id
    join merchants on merchants.id = gates.merchant_id
    where gate_methods.id = ${methodId}`.execute(db);
  const [row] = rows;
  return row && { version: row.version, routes: row.routes.map(routeFrom) };
}

export async function selectTerminal(
  db: Kysely<Tables>,
  id: string,
): Promise<{ settings: object; credentials_sealed: Uint8Array } | undefined> {
  return db
    .selectFrom('terminals')
    .select(['settings', 'credentials_sealed'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function selectRoutedTerminal(
  db: Kysely<Tables>,
  id: string,
): Promise<RoutedTerminal | undefined> {
  return db
    .selectFrom('terminals')
    .select(['id', 'adapter', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
}
