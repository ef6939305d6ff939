import { sql, type Kysely } from 'kysely';

/**
 * Adds a tolerance in percent, lowers tolerances to a tenth of their method's lowest amount, and adds the movement that
 * charges what is accepted as missing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const HIGHEST = `floor(amount_min_minor * coalesce(conversion_rate, 1) / 10)::bigint`;

const STATEMENTS = [
  `alter table gate_methods
    add column tolerance_percent numeric not null default 0
      check (tolerance_percent between 0 and 5)`,
  `update gate_methods set tolerance_minor = ${HIGHEST} where tolerance_minor > ${HIGHEST}`,
  `alter table ledger_movements
    drop constraint ledger_movements_kind_check,
    add constraint ledger_movements_kind_check check (kind in (
      'payin_success', 'payin_shortfall', 'payout_reserve', 'payout_settle', 'payout_release',
      'refund_reserve', 'refund_settle', 'refund_release',
      'dispute_reserve', 'dispute_lose', 'dispute_recover', 'dispute_release',
      'hold_release', 'rolling_release', 'transfer', 'conversion')) not valid`,
];
