import type { Instructions } from '#domain/order/instructions.ts';
import type { PayinCause } from '#domain/order/transition.ts';
import { sql, type Updateable } from 'kysely';
import { countCreated, countMoved } from '../../orders/count-changes.ts';
import { GUARD_COLUMNS } from '../../orders/evaluate-order.ts';
import { isQuarantined } from '../../orders/quarantine.ts';
import {
  batchedStatement,
  column,
  type ColumnTypes,
  type InputOf,
} from '../../platform/database/batch.ts';
import { wasFound, type Joined } from '../../platform/database/joined-row.ts';
import type { Bank } from '../../platform/database/tables/merchants.ts';
import type {
  Db,
  MerchantTable,
  NewPayin,
  PayinAttemptTable,
  PayinRow,
  PayinTable,
} from '../../platform/database/schema.ts';
import { statement, type Slot } from '../../platform/database/statement.ts';

/** The columns of a payin that are set when it is created, with their SQL types. */
const GIVEN_TYPES = {
  id: 'uuid',
  group_id: 'uuid',
  merchant_id: 'uuid',
  reference_id: 'text',
  gate_id: 'uuid',
  method_id: 'uuid',
  status: 'text',
  resolution: 'text',
  resolution_code: 'text',
  resolution_message: 'text',
  refused_by: 'text',
  payment_source: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  payment_method_currency: 'text',
  payment_method_amount_minor: 'bigint',
  conversion_rate: 'numeric',
  fee_percent: 'numeric',
  fee_fixed_minor: 'bigint',
  fee_min_minor: 'bigint',
  fee_max_minor: 'bigint',
  fee_total_minor: 'bigint',
  total_minor: 'bigint',
  hold_minor: 'bigint',
  settlement_period_days: 'integer',
  rolling_percent: 'numeric',
  rolling_minor: 'bigint',
  payment_method_data: 'jsonb',
  customer: 'jsonb',
  callback_url: 'text',
  return_urls: 'jsonb',
  addresses_mac: 'bytea',
  request: 'jsonb',
  max_attempts: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  expires_at: 'timestamptz',
} as const satisfies Partial<ColumnTypes<PayinTable>>;

export type GivenColumn = keyof typeof GIVEN_TYPES;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its members
export const GIVEN_COLUMNS = Object.keys(GIVEN_TYPES) as readonly GivenColumn[];

/** All columns of a `PayinRow`, which prepared statements name. The compiler finds one that is missing. */
export const PAYIN_COLUMNS = [
  ...GIVEN_COLUMNS,
  'seq_id',
  'attempts_made',
  'payer_sealed',
  'terminal_id',
  'route_id',
  'provider_error_message',
  'card_number_masked',
  'card_brand',
  'challenge_url',
  'rrn',
  'comment',
  'comment_internal',
] as const satisfies (keyof PayinTable)[];

/** A payin to create, and what must still be true when it is. */
const CREATION = {
  ...GUARD_COLUMNS,
  cause: column<Extract<PayinCause, 'accepted' | 'refused'>>('text'),
};

type PayinCreation = Pick<NewPayin, GivenColumn> & InputOf<typeof CREATION>;

/** A row of a left join, whose order may be missing, with the current version of the merchant's settings. */
type RowWithVersion = Joined<PayinRow> & { configVersion: bigint };

/** An order, if there is one, and the version of its merchant's settings. */
export interface PayinWithVersion {
  configVersion: bigint;
  row: PayinRow | undefined;
}

export function withVersion({ configVersion, ...row }: RowWithVersion): PayinWithVersion {
  return { configVersion, row: wasFound<PayinRow>(row) ? row : undefined };
}

/**
 * Creates payins, each with its first transition, in one statement. A payin is not created, and its row has no order,
 * if its reference is taken, its merchant's settings have changed, or one of its fingerprints is blocked. Returns no
 * row if the merchant no longer exists.
 */
export const payinInsertion = batchedStatement<PayinCreation, RowWithVersion>(
  {
    name: 'insert_payin',
    types: { ...GIVEN_TYPES, ...CREATION },
    sortedBy: ({ merchant_id: merchantId, reference_id: reference }) => merchantId + reference,
  },
  (db, given) => {
    const columns = sql.join(GIVEN_COLUMNS.map((column) => sql.ref(column)));
    return sql<RowWithVersion & { position: number }>`
      with ${given.table}, evaluated as (
        select given.*, merchants.config_version as settings_version, exists (
          select from blocked_values
          where blocked_values.merchant_id = ${given.of('merchant_id')}
            and fingerprint = any (${given.of('fingerprints')})
        ) as is_blocked
        from given join merchants on merchants.id = ${given.of('merchant_id')}
      ), created as (
        insert into payins (${columns})
        select ${columns} from evaluated where settings_version = "configVersion" and not is_blocked
        on conflict (merchant_id, reference_id) do nothing
        returning ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(column)))}
      ), recorded as (
        insert into order_transitions (order_id, to_status, cause, at)
        select created.id, created.status, evaluated.cause, created.created_at
        from created join evaluated on evaluated.id = created.id
      ), counted as ${countCreated('payin', sql`created`)}
      select evaluated.position, settings_version as "configVersion", created.*
      from evaluated left join created on created.id = evaluated.id`.compile(db);
  },
);

export async function selectPayinByReference(
  db: Db,
  merchantId: string,
  referenceId: string,
): Promise<PayinRow | undefined> {
  return db
    .selectFrom('payins')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('reference_id', '=', referenceId)
    .executeTakeFirst();
}

const OWN_PAYIN = { merchantId: column<string>('uuid'), id: column<string>('uuid') };

/**
 * Reads merchants' own orders, each with the current version of the merchant's settings. Returns no row if the merchant
 * no longer exists.
 */
export const ownPayins = batchedStatement<InputOf<typeof OWN_PAYIN>, RowWithVersion>(
  { name: 'select_own_payin', types: OWN_PAYIN },
  (db, given) =>
    sql<RowWithVersion & { position: number }>`
      with ${given.table}
      select given.position, merchants.config_version as "configVersion",
        ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(`payins.${column}`)))}
      from given
      join merchants on merchants.id = ${given.of('merchantId')}
      left join payins on payins.id = ${given.of('id')} and payins.merchant_id = merchants.id`.compile(
      db,
    ),
);

export async function selectPayin(db: Db, id: string): Promise<PayinRow | undefined> {
  const [payin] = await byId(db, { id });
  return payin;
}

const byId = statement('select_payin', (db, slot: Slot<{ id: string }>) =>
  db.selectFrom('payins').select(PAYIN_COLUMNS).where('id', '=', slot('id')).compile(),
);

/** Locks the order until the transaction ends; others that would move it wait. */
export async function lockPayin(trx: Db, id: string): Promise<PayinRow | undefined> {
  const [payin] = await lockById(trx, { id });
  return payin;
}

const lockById = statement('lock_payin', (db, slot: Slot<{ id: string }>) =>
  db.selectFrom('payins').select(PAYIN_COLUMNS).where('id', '=', slot('id')).forUpdate().compile(),
);

export type BeginRow = Pick<PayinRow, 'payment_source' | 'customer'> & {
  asks_cpf: boolean;
  banks: Bank[];
};

/** Reads what decides which data a payer has to give before a payment begins that is not by card. */
export async function selectBegin(db: Db, id: string): Promise<BeginRow | undefined> {
  const [row] = await beginById(db, { id });
  return row;
}

const beginById = statement('select_begin', (db, slot: Slot<{ id: string }>) =>
  db
    .selectFrom('payins')
    .innerJoin('gate_methods', 'gate_methods.id', 'payins.method_id')
    .select(['payins.payment_source', 'payins.customer', 'asks_cpf', 'banks'])
    .where('payins.id', '=', slot('id'))
    .compile(),
);

/** Changes an order's data but not its status, and counts its new `updated_at`. The caller holds it locked. */
export async function annotatePayin(
  trx: Db,
  payin: Pick<PayinRow, 'id' | 'status' | 'updated_at'>,
  changes: Updateable<PayinTable>,
  at: Date,
): Promise<void> {
  await trx
    .with('moved', (db) =>
      db
        .updateTable('payins')
        .set({ ...changes, updated_at: at })
        .where('id', '=', payin.id)
        .returningAll(),
    )
    .with('counted', () => countMoved('payin', payin))
    .selectFrom('moved')
    .select('id')
    .execute();
}

/** Locks CREATED orders past their waiting time. Skips those that are in quarantine or locked elsewhere. */
export async function lockExpiredPayins(trx: Db, now: Date, most: number): Promise<ExpiredPayin[]> {
  return trx
    .selectFrom('payins')
    .select(['id', 'updated_at'])
    .where('status', '=', 'CREATED')
    .where('expires_at', '<=', now)
    .where((eb) => eb.not(isQuarantined('expire-payins', eb.ref('payins.id'), now)))
    .orderBy('expires_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** An order that still awaits its payer at the end of its waiting time. */
export type ExpiredPayin = Pick<PayinRow, 'id' | 'updated_at'>;

type Shown =
  | 'name'
  | 'logo_url'
  | 'accent'
  | 'support_url'
  | 'operator_name'
  | 'terms_url'
  | 'privacy_url';

export interface CheckoutRow
  extends
    PayinRow,
    Pick<MerchantTable, Shown>,
    Pick<PayinAttemptTable, 'outcome' | 'decline_reason' | 'decline_advice'> {
  instructions: Instructions | null;
  /** When the latest attempt began. */
  attempted_at: Date | null;
  given_up_at: Date | null;
  sent_minor: bigint | null;
  /** The sum of the latest attempt's receipts; null if there are none, or the order is paid by card. */
  received_minor: bigint | null;
  asks_cpf: boolean;
  banks: Bank[];
  made: bigint;
  declined: bigint;
  finished_at: Date | null;
  ended_by: PayinCause | null;
  /** The link that the order was made by. */
  link_id: string | null;
  /** Whether the link makes another payin: of one to pay once, after this one failed. */
  pays_again: boolean | null;
  configVersion: bigint;
}

/** Reads an order and everything else that a shopper may see of it, in one round trip. */
export async function selectCheckout(
  db: Db,
  payinId: string,
  now: Date,
): Promise<CheckoutRow | undefined> {
  const [row] = await checkout(db, { payinId, now });
  return row;
}

const checkout = statement('select_checkout', (db, slot: Slot<{ payinId: string; now: Date }>) =>
  sql<CheckoutRow>`
    select
      merchants.name, merchants.logo_url, merchants.accent, merchants.support_url,
      merchants.operator_name, merchants.terms_url, merchants.privacy_url,
      ${sql.join(PAYIN_COLUMNS.map((column) => sql.ref(`payins.${column}`)))},
      attempts.made, attempts.declined, latest.outcome, latest.decline_reason, latest.decline_advice,
      latest.instructions, latest.attempted_at, latest.given_up_at, latest.sent_minor, latest.received_minor,
      gate_methods.asks_cpf, gate_methods.banks,
      final.at as finished_at, final.cause as ended_by,
      link.id as link_id, link.pays_again,
      merchants.config_version as "configVersion"
    from payins
    join merchants on merchants.id = payins.merchant_id
    join gate_methods on gate_methods.id = payins.method_id
    cross join lateral (
      select
        count(*) filter (where not superseded) as made,
        count(*) filter (where outcome in ('soft_decline', 'hard_decline') and not superseded)
          as declined
      from payin_attempts where payin_id = payins.id
    ) as attempts
    left join lateral (
      select outcome, decline_reason, decline_advice, instructions,
        created_at as attempted_at, given_up_at, sent_minor, (
        select sum(amount_minor)::bigint from payin_receipts
        where attempt_id = payin_attempts.id and payins.payment_source <> 'CARD'
      ) as received_minor
      from payin_attempts
      where payin_id = payins.id order by created_at desc limit 1
    ) as latest on true
    left join lateral (
      select at, cause from order_transitions
      where order_id = payins.id and to_status in ('SUCCESS', 'FAILED', 'CLOSED')
      limit 1
    ) as final on true
    left join lateral (
      select links.id, links.pay_again and links.closed_at is null
        and (links.expires_at is null or links.expires_at > ${slot('now')}::timestamptz)
        and (links.use = 'many' or payins.status in ('FAILED', 'CLOSED')) as pays_again
      from link_payins join links on links.id = link_payins.link_id
      where link_payins.payin_id = payins.id
    ) as link on true
    where payins.id = ${slot('payinId')}`.compile(db),
);

/**
 * Sets the operator's comment on a payin, or replaces it. Operators see it, and so do merchants with extended webhooks.
 * A webhook event that is recorded already does not change.
 *
 * @param comment null removes it
 * @returns false when there is no such payin
 */
export async function commentPayin(db: Db, id: string, comment: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payins')
    .set({ comment_internal: comment })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export function internalComment(db: Db, id: string) {
  return db.selectFrom('payins').select('comment_internal').where('id', '=', id).executeTakeFirst();
}
