import type { Currency } from '#domain/money.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { LedgerMovementTable } from '../../platform/database/tables/ledger.ts';
import type { Tables } from '../../platform/database/schema.ts';

type Db = Kysely<Tables>;

export interface MovementFilter {
  merchantId: string | undefined;
  gateId: string | undefined;
  currency: Currency | undefined;
  orderId: string | undefined;
  kind: LedgerMovementTable['kind'] | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

export interface FoundMovement {
  movement: string;
  kind: LedgerMovementTable['kind'];
  at: Date;
  order: string | null;
  entries: FoundEntry[];
}

interface FoundEntry {
  account: string;
  /** Whose gate or wallet it is. */
  merchant_id: string | null;
  gate_id: string | null;
  gate: string | null;
  currency: Currency;
  /** Text, so that no digit is lost on the way. */
  amount_minor: string;
}

interface Part {
  /** The last movement before it. */
  after: string | undefined;
  limit: number;
}

/** The latest first, each with its entries. */
export async function selectMovements(
  db: Db,
  filter: MovementFilter,
  { after, limit }: Part,
): Promise<FoundMovement[]> {
  const last = sql`(select last.at, last.id from ledger_movements as last where last.id = ${after})`;
  const conditions = [
    ...conditionsOf(filter),
    ...(after === undefined ? [] : [sql`(at, id) < ${last}`]),
  ];
  const { rows } = await sql<FoundMovement>`
    with page as materialized (
      select id, kind, at, order_id from ledger_movements movement
      where ${sql.join([sql`true`, ...conditions], sql` and `)}
      order by at desc, id desc limit ${limit}
    )
    select page.id::text as movement, kind, at, order_id as order, (
      select coalesce(jsonb_agg(jsonb_build_object('account', account, 'gate_id', gates.id,
        'merchant_id', case when account = 'wallet' then owner_id else gates.merchant_id end,
        'gate', gates.name, 'currency', currency, 'amount_minor', amount_minor::text) order by line), '[]')
      from ledger_entries left join gates on gates.id = owner_id where movement_id = page.id
    ) as entries
    from page order by at desc, page.id desc`.execute(db);
  return rows;
}

function conditionsOf(filter: MovementFilter): RawBuilder<unknown>[] {
  const { orderId, kind, from, to } = filter;
  const owned = ownedBy(filter);
  return [
    ...(orderId === undefined ? [] : [sql`order_id = ${orderId}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`at < ${to}::timestamptz`]),
    ...(owned === undefined
      ? []
      : [sql`exists (select from ledger_entries where movement_id = movement.id and ${owned})`]),
  ];
}

/**
 * Which accounts' entries are meant. A currency alone is asked of all accounts that have it: the index knows
 * entries by whose they are.
 */
function ownedBy({
  merchantId,
  gateId,
  currency,
}: MovementFilter): RawBuilder<unknown> | undefined {
  if (merchantId === undefined && gateId === undefined && currency === undefined) return undefined;
  const owners = [
    ...(gateId === undefined ? [] : [sql`owner_id = ${gateId}`]),
    ...(merchantId === undefined
      ? []
      : [
          sql`owner_id = any(array(select id from gates where merchant_id = ${merchantId}
            union all select ${merchantId}::uuid))`,
        ]),
    ...(currency === undefined ? [] : [sql`currency = ${currency}`]),
    ...(merchantId === undefined && gateId === undefined
      ? [
          sql`owner_id = any(array(select gate_id from gate_accounts where currency = ${currency}
            union all select merchant_id from wallets where currency = ${currency}))`,
        ]
      : []),
  ];
  return sql.join(owners, sql` and `);
}
