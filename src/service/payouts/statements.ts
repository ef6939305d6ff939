import type { Account, Movement } from '#domain/ledger/posting.ts';
import type { PayoutCause } from '#domain/order/transition.ts';
import { sql, type RawBuilder } from 'kysely';
import { POSTED } from '../ledger/store.ts';
import { countCreated } from '../orders/count-changes.ts';
import { GUARD_COLUMNS, type CreationGuard } from '../orders/evaluate-order.ts';
import { SETTLEMENT_COLUMNS, settlementStatement } from '../orders/settlement-statement.ts';
import { MOVE_COLUMNS, RECORDED_MOVES } from '../orders/transition.ts';
import {
  batchedStatement,
  column,
  type BatchedStatement,
  type ColumnTypes,
  type Given,
  type InputOf,
} from '../platform/database/batch.ts';
import type { Joined } from '../platform/database/joined-row.ts';
import type { NewPayout, PayoutRow, PayoutTable } from '../platform/database/tables/payouts.ts';
import { merchantAddresses, type MerchantWebhooks } from '../webhooks/record.ts';
import { PAYOUT_COLUMNS } from './store.ts';

/** The columns that all orders of a request share when they are created, with their SQL types. */
const COMMON_TYPES = {
  group_id: 'uuid',
  merchant_id: 'uuid',
  reference_id: 'text',
  gate_id: 'uuid',
  method_id: 'uuid',
  status: 'text',
  resolution: 'text',
  resolution_code: 'text',
  resolution_message: 'text',
  payment_source: 'text',
  currency: 'text',
  destination_shown: 'text',
  destination_fingerprint: 'bytea',
  fee_percent: 'numeric',
  fee_fixed_minor: 'bigint',
  fee_min_minor: 'bigint',
  fee_max_minor: 'bigint',
  payment_method_data: 'jsonb',
  customer: 'jsonb',
  comment: 'text',
  request: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Partial<ColumnTypes<PayoutTable>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its members
const COMMON_COLUMNS = Object.keys(COMMON_TYPES) as (keyof typeof COMMON_TYPES)[];

export type PayoutCommon = Pick<NewPayout, keyof typeof COMMON_TYPES>;

/**
 * The orders of a request. `ids`, `amounts`, `fees` and `totals` have one element for each order. Orders that are
 * created FAILED reserve nothing: they have no attempts and no movements.
 */
const CREATION = {
  ids: column<readonly string[]>('uuid[]'),
  amounts: column<readonly bigint[]>('bigint[]'),
  fees: column<readonly bigint[]>('bigint[]'),
  totals: column<readonly bigint[]>('bigint[]'),
  /** The transitions of every order, in sequence. */
  ...MOVE_COLUMNS,
  causes: column<readonly PayoutCause[]>('text[]'),
  attemptIds: column<readonly string[]>('uuid[]'),
  terminalId: column<string | null>('uuid'),
  routeId: column<string | null>('uuid'),
  firstInquiryAt: column<Date | null>('timestamptz'),
  /** What all orders together take from the gate's available balance. */
  cost: column<bigint>('bigint'),
  movement: column<Movement['kind'] | null>('text'),
  available: column<readonly bigint[]>('bigint[]'),
  payout_reserve: column<readonly bigint[]>('bigint[]'),
  /** The entries of all movements, one movement after another. Each has the same number. */
  accounts: column<readonly Account['kind'][]>('text[]'),
  owners: column<readonly (string | null)[]>('uuid[]'),
  currencies: column<readonly string[]>('text[]'),
  amountsPosted: column<readonly bigint[]>('bigint[]'),
};

export type PayoutCreation = PayoutCommon & CreationGuard & InputOf<typeof CREATION>;

/** What decided whether orders were created. */
export interface CreationResult extends MerchantWebhooks {
  configVersion: bigint;
  isBlocked: boolean;
  isTaken: boolean;
  /** Null if the gate has no account in the currency, or the balance was not checked. */
  isCovered: boolean | null;
}

/** The first order, if the orders were created. If not, its columns are null, and the other members say why. */
export type CreatedRow = Joined<PayoutRow> & CreationResult;

/**
 * Creates the payouts of requests, with their reserves, attempts and transitions, in one statement: all payouts of a
 * request, or none. Requests for one gate reserve in their sequence, as far as its available balance goes, and change
 * its account once, together. Creates nothing for a request whose reference is taken, whose merchant's settings have
 * changed, one of whose fingerprints is blocked, or that the balance does not cover. Returns no row if the merchant no
 * longer exists.
 *
 * Locks the gates' accounts first, so that the available balance cannot change before it is taken.
 */
const creations = batchedStatement<PayoutCreation, CreatedRow>(
  {
    name: 'create_payout',
    types: { ...COMMON_TYPES, ...GUARD_COLUMNS, ...CREATION },
  },
  (db, given) =>
    sql<CreatedRow & { position: number }>`
    with ${given.table}, evaluated as (${evaluate(given)}), account as (
      select wanted.position, gate_accounts.available_minor
      from (select * from evaluated where is_wanted and cost > 0) as wanted
      join gate_accounts
        on gate_accounts.gate_id = wanted.gate_id and gate_accounts.currency = wanted.currency
      order by gate_accounts.gate_id, gate_accounts.currency
      for update of gate_accounts
    ), covered as (
      select evaluated.*, cost = 0 or sum(cost) over (
        partition by gate_id, currency order by evaluated.position
      ) <= account.available_minor as is_covered
      from evaluated left join account on account.position = evaluated.position
      where is_wanted
    ), first as (
      insert into payouts (id, part, amount_minor, fee_total_minor, total_minor, ${COLUMNS})
      select ids[1], 0, amounts[1], fees[1], totals[1], ${COLUMNS} from covered where is_covered
      on conflict (merchant_id, reference_id, part) do nothing
      returning ${RETURNED}
    ), others as (
      insert into payouts (id, part, amount_minor, fee_total_minor, total_minor, ${COLUMNS})
      select part.id, part.number - 1, part.amount, part.fee, part.total,
        ${sql.join(COMMON_COLUMNS.map((column) => sql.ref(`given.${column}`)))}
      from first join given on given.group_id = first.group_id,
        unnest(given.ids, given.amounts, given.fees, given.totals)
          with ordinality as part (id, amount, fee, total, number)
      where part.number > 1
      returning ${RETURNED}
    ), made as (
      select * from first union all select * from others
    ), attempted as (
      insert into payout_attempts
        (id, payout_id, terminal_id, route_id, next_inquiry_at, leased_until, created_at)
      select attempt.id, attempt.payout_id, given."terminalId", given."routeId",
        given."firstInquiryAt", given."firstInquiryAt", first.created_at
      from first join given on given.group_id = first.group_id,
        unnest(given."attemptIds", given.ids) as attempt (id, payout_id)
      where attempt.id is not null
    ), counted as ${countCreated('payout')},
    moved as (${MOVED}),
    recorded as ${RECORDED_MOVES},
    ${POSTED}
    select evaluated.position, evaluated.settings_version as "configVersion",
      evaluated.webhook_payload as "webhookPayload", evaluated.addresses,
      evaluated.is_blocked as "isBlocked", evaluated.is_taken as "isTaken",
      covered.is_covered as "isCovered", first.*
    from evaluated
    left join covered on covered.position = evaluated.position
    left join first on first.group_id = evaluated.group_id`.compile(db),
);

const COLUMNS = sql.join(COMMON_COLUMNS.map((column) => sql.ref(column)));
const RETURNED = sql.join(PAYOUT_COLUMNS.map((column) => sql.ref(column)));

function evaluate({ of }: Given<PayoutCreation>): RawBuilder<unknown> {
  return sql`
    select checked.*, checked.settings_version = checked."configVersion"
      and not checked.is_blocked and not checked.is_taken as is_wanted
    from given
    join merchants on merchants.id = ${of('merchant_id')}
    cross join lateral (
      select given.*, merchants.config_version as settings_version, merchants.webhook_payload,
        ${merchantAddresses()} as addresses,
        exists (
          select from blocked_values
          where blocked_values.merchant_id = ${of('merchant_id')}
            and fingerprint = any (${of('fingerprints')})
        ) as is_blocked,
        exists (
          select from payouts
          where payouts.merchant_id = ${of('merchant_id')}
            and payouts.reference_id = ${of('reference_id')} and payouts.part = 0
        ) as is_taken
    ) as checked`;
}

/** Selects the transitions of each created order and the movement that reserves it. FAILED orders have no movement. */
const MOVED = sql`
  select made.id, made.gate_id, made.currency, made.created_at as at, given.froms, given.tos, given.causes,
    given.movement, 0 as hold, 0 as rolling, 0 as refund_reserve, 0 as dispute_reserve,
    given.available[made.part + 1] as available,
    given.payout_reserve[made.part + 1] as payout_reserve,
    given.accounts[made.part * entries.each + 1 : (made.part + 1) * entries.each] as accounts,
    given.owners[made.part * entries.each + 1 : (made.part + 1) * entries.each] as owners,
    given.currencies[made.part * entries.each + 1 : (made.part + 1) * entries.each] as currencies,
    given."amountsPosted"[made.part * entries.each + 1 : (made.part + 1) * entries.each] as amounts
  from made join given on given.group_id = made.group_id
  cross join lateral (
    select cardinality(given.accounts) / cardinality(given.ids) as each
  ) as entries`;

/**
 * Creates payouts like `creations`, and tries a request that was not covered next to others again by itself, after
 * them. A request counted before it may have created nothing: it was not covered either, or its reference was taken.
 */
export const payoutCreation: BatchedStatement<PayoutCreation, CreatedRow> = async (db, inputs) => {
  const rows = await creations(db, inputs);
  if (inputs.length === 1) return rows;
  for (const [index, input] of inputs.entries()) {
    if (rows[index]?.isCovered === false) [rows[index]] = await creations(db, [input]);
  }
  return rows;
};

export type PayoutSettlement = InputOf<typeof SETTLEMENT_COLUMNS>;

/** Settles attempts of payouts; see `settlementStatement`. */
export const payoutSettlements = settlementStatement({
  orders: 'payouts',
  attempts: 'payout_attempts',
  direction: 'payout',
  counts: 'payout',
  lateReportAt: 'paid_after_end_at',
  columns: SETTLEMENT_COLUMNS,
});
