import { UUID } from '#contract/patterns.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { batchedStatement } from '../platform/database/batch.ts';
import type { Db, ApiKeyTable, GateMethodTable } from '../platform/database/schema.ts';
import { routesOfMethod, type RouteJson } from './method-routes.ts';

/** A caller's key with its merchant's settings version and all of the merchant's methods, as JSON. */
export interface CallerRow extends Pick<
  Selectable<ApiKeyTable>,
  | 'id'
  | 'merchant_id'
  | 'scope'
  | 'secret_sealed'
  | 'expires_at'
  | 'revoked_at'
  | 'audit_number'
  | 'row_mac'
> {
  config_version: bigint | null;
  methods: MethodJson[];
}

type NumericText<T> = {
  [K in keyof T]: T[K] extends bigint | null ? string | Exclude<T[K], bigint> : T[K];
};

/** A method as JSON. int8 and numeric values are text, so that no digits are lost. */
export type MethodJson = NumericText<Selectable<GateMethodTable>> & {
  gate_active: boolean;
  gate_frozen: boolean;
  has_gate_account: boolean;
  routes: RouteJson[];
};

/**
 * Reads callers by key id, in batches. Page keys are not cached: for a page in a separate process, every request
 * reads its key.
 */
export const callersByKey = batchedStatement<{ keyId: string }, CallerRow>(
  { name: 'select_caller', types: { keyId: 'uuid' } },
  (db, given) =>
    sql<CallerRow & { position: number }>`
    with ${given.table}
    select given.position, api_keys.id, api_keys.merchant_id, api_keys.secret_sealed, api_keys.expires_at,
      api_keys.revoked_at, api_keys.scope, api_keys.audit_number, api_keys.row_mac, merchants.config_version, coalesce(methods.list, '[]') as methods
    from given
    join api_keys on api_keys.id = ${given.of('keyId')}
    left join merchants on merchants.id = api_keys.merchant_id
    left join lateral (${methodsOfMerchant()}) methods on true`.compile(db),
);

/** Returns the SQL for all methods of a merchant, as JSON. The query must have `merchants` in scope. */
function methodsOfMerchant(): RawBuilder<{ list: MethodJson[] | null }> {
  return sql`
    select jsonb_agg(
      to_jsonb(gate_methods) || jsonb_build_object(
        'conversion_rate', gate_methods.conversion_rate::text,
        'fee_percent', gate_methods.fee_percent::text,
        'rolling_percent', gate_methods.rolling_percent::text,
        'fee_fixed_minor', gate_methods.fee_fixed_minor::text,
        'fee_min_minor', gate_methods.fee_min_minor::text,
        'fee_max_minor', gate_methods.fee_max_minor::text,
        'amount_min_minor', gate_methods.amount_min_minor::text,
        'amount_max_minor', gate_methods.amount_max_minor::text,
        'max_part_amount_minor', gate_methods.max_part_amount_minor::text,
        'gate_active', gates.active,
        'gate_frozen', gates.frozen,
        'has_gate_account', exists (
          select from gate_accounts
          where gate_accounts.gate_id = gates.id
            and gate_accounts.currency = gate_methods.currency
        ),
        'routes', ${routesOfMethod()}
      )
    ) as list
    from gate_methods join gates on gates.id = gate_methods.gate_id
    where gates.merchant_id = merchants.id`;
}

/** Reads a merchant's settings: their version, and all of its methods. Returns no row for an unknown merchant. */
export async function selectMerchantSettings(
  db: Db,
  merchantId: string,
): Promise<{ config_version: bigint; methods: MethodJson[] } | undefined> {
  const { rows } = await sql<{ config_version: bigint; methods: MethodJson[] }>`
    select merchants.config_version, coalesce(methods.list, '[]') as methods
    from merchants left join lateral (${methodsOfMerchant()}) methods on true
    where merchants.id = ${merchantId}`.execute(db);
  return rows[0];
}

export async function selectConfigVersion(db: Db, merchantId: string): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('merchants')
    .select('config_version')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  return row?.config_version;
}

export async function selectGate(
  db: Db,
  gateId: string,
): Promise<{ merchant_id: string } | undefined> {
  return db.selectFrom('gates').select('merchant_id').where('id', '=', gateId).executeTakeFirst();
}

/** Records when a key was last used. Call at most once a minute: only people read `last_used_at`. */
export async function touchKey(db: Db, keyId: string, at: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', keyId).execute();
}

/** Finds a merchant by id or name. Returns `several` if more than one merchant has the name. */
export async function findMerchant(
  db: Db,
  reference: string,
): Promise<{ id: string; name: string } | 'several' | undefined> {
  const [found, another] = await db
    .selectFrom('merchants')
    .select(['id', 'name'])
    .where(UUID.test(reference) ? 'id' : 'name', '=', reference)
    .limit(2)
    .execute();
  return another === undefined ? found : 'several';
}

/** Finds a terminal by id or by name, which is unique. */
export async function findTerminal(
  db: Db,
  reference: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('terminals')
    .select(['id', 'name'])
    .where(UUID.test(reference) ? 'id' : 'name', '=', reference)
    .executeTakeFirst();
}
