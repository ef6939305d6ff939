import { formatMinor, type Currency } from '#domain/money.ts';
import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import {
  CORRECTION_OF_PAYIN,
  FEE_OF_PAYIN,
  IS_REFUND_DEBITED,
  sumReturned,
} from './corrected-fees.ts';

/** A violation of a ledger rule. Amounts are decimal text. */
export interface LedgerFinding {
  /** A name in `LEDGER_RULES`. */
  rule: string;
  /** The subject of the violation: a movement, an order, or an account of a gate or merchant. */
  subject: string;
  order_id?: string;
  currency: Currency | null;
  expected: string;
  found: string;
}

interface LedgerReport {
  ok: boolean;
  movements: number;
  findings: LedgerFinding[];
}

interface FindingRow {
  order_id: string | null;
  subject: string;
  currency: Currency | null;
  expected: string;
  found: string;
}

/** The most findings reported per rule; more would tell a reader nothing new. */
const FINDINGS_PER_RULE = 100;

/** Verifies the ledger and stores the findings in `ledger_checks`. */
export async function verifyAndRecord(
  context: Pick<ServiceContext, 'db' | 'longRunning' | 'now' | 'newId'>,
): Promise<LedgerReport> {
  const at = context.now();
  const report = await verifyLedger(context);
  const { movements, findings } = report;
  await context.db
    .insertInto('ledger_checks')
    .values({
      id: context.newId(),
      at,
      movements: BigInt(movements),
      findings: JSON.stringify(findings),
    })
    .execute();
  return report;
}

/**
 * Verifies the ledger: that every movement sums to zero, that balances equal the sums of their entries, that
 * retentions and reserves match the orders, and that each order was posted according to its outcome. Reads one
 * snapshot of all orders and entries, and locks nothing.
 */
export async function verifyLedger({
  longRunning,
}: Pick<ServiceContext, 'longRunning'>): Promise<LedgerReport> {
  const snapshot = longRunning
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    const findings: LedgerFinding[] = [];
    for (const [rule, query] of Object.entries(LEDGER_RULES)) {
      const { rows } = await sql<FindingRow>`
        select order_id, subject, currency, expected::text, found::text
        from (${sql.raw(query)}) as finding limit ${FINDINGS_PER_RULE}`.execute(trx);
      findings.push(...rows.map((row) => toFinding(rule, row)));
    }
    const { count } = await trx
      .selectFrom('ledger_movements')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    return { ok: findings.length === 0, movements: Number(count), findings };
  });
}

function toFinding(rule: string, row: FindingRow): LedgerFinding {
  const { order_id: orderId, expected, found, ...rest } = row;
  return {
    rule,
    ...rest,
    ...(orderId !== null && { order_id: orderId }),
    expected: formatMinor(BigInt(expected)),
    found: formatMinor(BigInt(found)),
  };
}

/**
 * The rules of the ledger, each as a query for its violations. A query returns order_id, subject, currency,
 * expected and found; amounts are in minor units. It sums entries itself wherever it can, rather than trust another
 * table.
 */
const LEDGER_RULES = {
  /** The entries of a movement sum to zero in each currency: money neither appears nor vanishes. */
  movement_sums_to_zero: `
    select movement.order_id, 'movement ' || movement.id || ', ' || movement.kind as subject,
      entry.currency, 0 as expected, sum(entry.amount_minor) as found
    from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
    group by movement.id, movement.order_id, movement.kind, entry.currency
    having sum(entry.amount_minor) <> 0`,

  /** Every entry has its movement; the next rule checks the reverse. */
  entry_has_movement: `
    select null::uuid as order_id, 'entries of movement ' || entry.movement_id as subject,
      min(entry.currency) as currency, 0 as expected, sum(entry.amount_minor) as found
    from ledger_entries entry
    where not exists (select from ledger_movements movement where movement.id = entry.movement_id)
    group by entry.movement_id`,

  movement_has_entries: `
    select movement.order_id, 'movement ' || movement.id || ', ' || movement.kind as subject,
      null as currency, 2 as expected, 0 as found
    from ledger_movements movement
    where not exists (select from ledger_entries entry where entry.movement_id = movement.id)`,

  /** Stored balances equal the sums of their entries. */
  balance_equals_entries: `
    select null::uuid as order_id, account || ' of ' || owner_id as subject, currency,
      coalesce(booked.amount, 0) as expected, coalesce(kept.amount, 0) as found
    from (
      select account, owner_id, currency, sum(amount_minor) as amount from ledger_entries
      where owner_id is not null group by account, owner_id, currency
    ) booked full join (
      select bucket.account, gate_id as owner_id, currency, bucket.amount
      from gate_accounts cross join lateral (values
        ('available', available_minor), ('hold', hold_minor),
        ('rolling', rolling_minor), ('payout_reserve', payout_reserve_minor),
        ('refund_reserve', refund_reserve_minor), ('dispute_reserve', dispute_reserve_minor)
      ) as bucket (account, amount)
      union all
      select 'wallet', merchant_id, currency, balance_minor from wallets
    ) kept using (account, owner_id, currency)
    where coalesce(booked.amount, 0) <> coalesce(kept.amount, 0)`,

  /** Hold and rolling balances equal the retentions not yet released. */
  kept_back_equals_retentions: `
    select null::uuid as order_id, account || ' of ' || owner_id as subject, currency,
      coalesce(due.amount, 0) as expected, coalesce(kept.amount, 0) as found
    from (
      select bucket as account, gate_id as owner_id, currency, sum(amount_minor) as amount
      from retentions where released_at is null group by bucket, gate_id, currency
    ) due full join (
      select bucket.account, gate_id as owner_id, currency, bucket.amount
      from gate_accounts cross join lateral (values
        ('hold', hold_minor), ('rolling', rolling_minor)) as bucket (account, amount)
    ) kept using (account, owner_id, currency)
    where coalesce(due.amount, 0) <> coalesce(kept.amount, 0)`,

  /** Payout reserves equal the totals of open payouts. */
  reserve_equals_open_payouts: `
    select null::uuid as order_id, 'payout_reserve of ' || gate_id as subject, currency,
      coalesce(open.amount, 0) as expected, coalesce(kept.amount, 0) as found
    from (
      select gate_id, currency, sum(total_minor) as amount from payouts
      where status in ('IN_PROGRESS', 'PROCESS_PENDING') group by gate_id, currency
    ) open full join (
      select gate_id, currency, payout_reserve_minor as amount from gate_accounts
    ) kept using (gate_id, currency)
    where coalesce(open.amount, 0) <> coalesce(kept.amount, 0)`,

  /** Refund reserves equal the costs of open refunds. */
  reserve_equals_open_refunds: `
    select null::uuid as order_id, 'refund_reserve of ' || gate_id as subject, currency,
      coalesce(open.amount, 0) as expected, coalesce(kept.amount, 0) as found
    from (
      select gate_id, currency, sum(cost_minor) as amount from refunds
      where status in ('IN_PROGRESS', 'PROCESS_PENDING') group by gate_id, currency
    ) open full join (
      select gate_id, currency, refund_reserve_minor as amount from gate_accounts
    ) kept using (gate_id, currency)
    where coalesce(open.amount, 0) <> coalesce(kept.amount, 0)`,

  /** Dispute reserves equal the amounts and fees of undecided disputes. */
  reserve_equals_open_disputes: `
    select null::uuid as order_id, 'dispute_reserve of ' || gate_id as subject, currency,
      coalesce(open.amount, 0) as expected, coalesce(kept.amount, 0) as found
    from (
      select gate_id, currency, sum(amount_minor + fee_minor) as amount from disputes
      where money = 'reserved' group by gate_id, currency
    ) open full join (
      select gate_id, currency, dispute_reserve_minor as amount from gate_accounts
    ) kept using (gate_id, currency)
    where coalesce(open.amount, 0) <> coalesce(kept.amount, 0)`,

  /**
   * An available balance is below zero by no more than the disputes' amounts and fees, the costs of refunds that the
   * acquirer made after their end, the shortfalls of payins, the corrections after refunds that came to nothing, and the
   * adjustments that a person allowed to do so.
   */
  below_zero_by_disputes: `
    select null::uuid as order_id, 'available of ' || account.gate_id as subject, account.currency,
      -allowed.minor as expected, account.available_minor as found
    from gate_accounts account cross join lateral (
      select coalesce(sum(taken.minor), 0) as minor from (
        select amount_minor + fee_minor as minor from disputes
        where gate_id = account.gate_id and currency = account.currency and money <> 'untouched'
        union all
        select amount_minor + fixed_fee_minor from refunds
        where gate_id = account.gate_id and currency = account.currency
          and taken_at is not null and made_after_end
        union all
        select -amount_minor from adjustments
        where gate_id = account.gate_id and currency = account.currency
          and status = 'posted' and allows_negative and amount_minor < 0
        union all
        select -entry.amount_minor
        from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
        where movement.kind in ('payin_shortfall', 'refund_correction') and entry.account = 'available'
          and entry.amount_minor < 0 and entry.owner_id = account.gate_id and entry.currency = account.currency
      ) taken
    ) allowed
    where account.available_minor < -allowed.minor`,

  /** A payin that succeeds credits its gate with the amounts stored on the payin. No other payin credits a gate. */
  payin_credited_as_it_says: `
    select coalesce(payin.id, booked.order_id) as order_id, 'payin: ' || part.name as subject,
      coalesce(payin.currency, booked.currency) as currency, part.expected, part.found
    from (select * from payins where status = 'SUCCESS') payin full join (
      select movement.order_id, max(entry.currency) as currency,
        coalesce(sum(amount_minor) filter (where account = 'hold'), 0) as hold,
        coalesce(sum(amount_minor) filter (where account = 'rolling'), 0) as rolling,
        coalesce(sum(amount_minor) filter (
          where account in ('available', 'hold', 'rolling')), 0) as total,
        coalesce(sum(amount_minor) filter (where account = 'fee_income'), 0) as fee
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      where movement.kind = 'payin_success' group by movement.order_id
    ) booked on booked.order_id = payin.id
    cross join lateral (values
      ('total', coalesce(payin.total_minor, 0), coalesce(booked.total, 0)),
      ('fee_total', coalesce(payin.fee_total_minor, 0), coalesce(booked.fee, 0)),
      ('hold_amount', coalesce(payin.hold_minor, 0), coalesce(booked.hold, 0)),
      ('rolling_amount', coalesce(payin.rolling_minor, 0), coalesce(booked.rolling, 0))
    ) as part (name, expected, found)
    where part.expected <> part.found`,

  /** A shortfall is what is missing from the payer's amount in the receipts that were credited. */
  shortfall_as_received: `
    select movement.order_id, 'payin: shortfall' as subject, payin.payment_method_currency as currency,
      coalesce(payin.payment_method_amount_minor, 0) - (
        select coalesce(sum(receipt.amount_minor - receipt.queued_minor), 0)
        from payin_receipts receipt where receipt.payin_id = movement.order_id
      ) as expected, entry.amount_minor as found
    from ledger_movements movement
    join ledger_entries entry on entry.movement_id = movement.id and entry.account = 'provider_clearing'
    left join payins payin on payin.id = movement.order_id and payin.status = 'SUCCESS'
    where movement.kind = 'payin_shortfall' and entry.amount_minor <> coalesce(
      payin.payment_method_amount_minor, 0) - (
        select coalesce(sum(receipt.amount_minor - receipt.queued_minor), 0)
        from payin_receipts receipt where receipt.payin_id = movement.order_id)`,

  /**
   * Each amount that a payin left in hold or rolling has its retention row, counting what refunds and its shortfall
   * took from it.
   */
  retentions_as_payin_says: `
    select payin.id as order_id, 'payin: retained in ' || part.bucket as subject, payin.currency,
      part.amount as expected,
      coalesce(retention.amount_minor + retention.refunded_minor, 0) as found
    from payins payin cross join lateral (values
      ('hold', payin.hold_minor), ('rolling', payin.rolling_minor)) as part (bucket, amount)
    left join retentions retention
      on retention.payin_id = payin.id and retention.bucket = part.bucket
    where payin.status = 'SUCCESS' 
      and part.amount <> coalesce(retention.amount_minor + retention.refunded_minor, 0)`,

  /**
   * The amounts that refunds and a shortfall took from a payin's retentions match their entries in hold and rolling.
   */
  refunded_from_retentions: `
    select payin_id as order_id, 'payin: refunded from ' || bucket as subject,
      coalesce(recorded.currency, booked.currency) as currency,
      coalesce(recorded.refunded_minor, 0) as expected, coalesce(booked.amount, 0) as found
    from (select * from retentions where refunded_minor <> 0) recorded full join (
      select coalesce(refund.payin_id, movement.order_id) as payin_id, entry.account as bucket,
        max(entry.currency) as currency, -sum(entry.amount_minor) as amount
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      left join refunds refund on refund.id = movement.order_id
      where movement.kind in ('refund_reserve', 'refund_release', 'payin_shortfall')
        and entry.account in ('hold', 'rolling')
      group by coalesce(refund.payin_id, movement.order_id), entry.account
    ) booked using (payin_id, bucket)
    where coalesce(recorded.refunded_minor, 0) <> coalesce(booked.amount, 0)`,

  /** Each retention marked released was released once, and no other was released. */
  released_as_recorded: `
    select payin_id as order_id, 'payin: released from ' || bucket as subject,
      coalesce(recorded.currency, booked.currency) as currency,
      coalesce(recorded.amount_minor, 0) as expected, coalesce(booked.amount, 0) as found
    from (select * from retentions where released_at is not null) recorded full join (
      select movement.order_id as payin_id, replace(movement.kind, '_release', '') as bucket,
        max(entry.currency) as currency, sum(entry.amount_minor) as amount
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      where movement.kind in ('hold_release', 'rolling_release') and entry.account = 'available'
      group by movement.order_id, movement.kind
    ) booked using (payin_id, bucket)
    where coalesce(recorded.amount_minor, 0) <> coalesce(booked.amount, 0)`,

  /** An open payout holds its total in the reserve. A payout that succeeded paid its amount and fee. */
  payout_posted_as_it_says: `
    select coalesce(payout.id, booked.order_id) as order_id, 'payout: ' || part.name as subject,
      coalesce(payout.currency, booked.currency) as currency, part.expected, part.found
    from payouts payout full join (
      select movement.order_id, max(entry.currency) as currency,
        coalesce(sum(amount_minor) filter (where account = 'payout_reserve'), 0) as reserve,
        coalesce(sum(amount_minor) filter (where account = 'provider_clearing'), 0) as amount,
        coalesce(sum(amount_minor) filter (where account = 'fee_income'), 0) as fee
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      where movement.kind in ('payout_reserve', 'payout_settle', 'payout_release')
      group by movement.order_id
    ) booked on booked.order_id = payout.id
    cross join lateral (values
      ('reserve', case when payout.status in ('IN_PROGRESS', 'PROCESS_PENDING')
        then payout.total_minor else 0 end, coalesce(booked.reserve, 0)),
      ('amount', case when payout.status = 'SUCCESS' then payout.amount_minor else 0 end,
        coalesce(booked.amount, 0)),
      ('fee_total', case when payout.status = 'SUCCESS' then payout.fee_total_minor else 0 end,
        coalesce(booked.fee, 0))
    ) as part (name, expected, found)
    where part.expected <> part.found`,

  /**
   * An open refund holds its cost in the reserve. A refund that succeeded, or was debited because the acquirer made it
   * after its end, paid back its amount and paid its fee.
   */
  refund_posted_as_it_says: `
    select coalesce(refund.payin_id, booked.order_id) as order_id, 'refund: ' || part.name as subject,
      refund.currency, part.expected, part.found
    from refunds refund full join (
      select movement.order_id,
        coalesce(sum(amount_minor) filter (where account = 'refund_reserve'), 0) as reserve,
        coalesce(sum(amount_minor) filter (where account = 'provider_clearing'), 0) as paid_back,
        coalesce(sum(amount_minor) filter (where account = 'fee_income'), 0) as fee
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      where movement.kind in (
        'refund_reserve', 'refund_settle', 'refund_release', 'refund_take', 'refund_return')
      group by movement.order_id
    ) booked on booked.order_id = refund.id
    cross join lateral (
      select refund.status = 'SUCCESS' or refund.taken_at is not null and refund.made_after_end as paid
    ) made
    cross join lateral (values
      ('reserve', case when refund.status in ('IN_PROGRESS', 'PROCESS_PENDING')
        then refund.cost_minor else 0 end, coalesce(booked.reserve, 0)),
      ('paid back', case when made.paid then refund.paid_back_minor else 0 end,
        coalesce(booked.paid_back, 0)),
      ('fee', case when made.paid
        then refund.fixed_fee_minor - refund.fee_returned_minor else 0 end,
        coalesce(booked.fee, 0))
    ) as part (name, expected, found)
    where part.expected <> part.found`,

  /** An undecided dispute holds its amount and fee in the reserve. A lost one paid the payer and the fee. */
  dispute_posted_as_it_says: `
    select dispute.payin_id as order_id, 'dispute: ' || part.name as subject, dispute.currency,
      part.expected, part.found
    from disputes dispute left join (
      select notice.dispute_id,
        coalesce(sum(amount_minor) filter (where account = 'dispute_reserve'), 0) as reserve,
        coalesce(sum(amount_minor) filter (where account = 'provider_clearing'), 0) as lost,
        coalesce(sum(amount_minor) filter (where account = 'fee_income'), 0) as fee
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      join dispute_notices notice on notice.id = movement.order_id
      where movement.kind in ('dispute_reserve', 'dispute_lose', 'dispute_recover', 'dispute_release')
      group by notice.dispute_id
    ) booked on booked.dispute_id = dispute.id
    cross join lateral (values
      ('reserve', case when dispute.money = 'reserved'
        then dispute.amount_minor + dispute.fee_minor else 0 end, coalesce(booked.reserve, 0)),
      ('lost', case when dispute.money = 'lost' then dispute.disputed_minor else 0 end,
        coalesce(booked.lost, 0)),
      ('fee', case when dispute.money = 'lost' then dispute.fee_minor else 0 end,
        coalesce(booked.fee, 0))
    ) as part (name, expected, found)
    where part.expected <> part.found`,

  /** An adjustment that is posted moved its amount between its gate's balance and our fees; no other moved any. */
  adjustment_posted_as_it_says: `
    select null::uuid as order_id, 'adjustment ' || coalesce(adjustment.id, booked.order_id) as subject,
      coalesce(adjustment.currency, booked.currency) as currency,
      coalesce(adjustment.amount_minor, 0) as expected, coalesce(part.amount, 0) as found
    from (select * from adjustments where status = 'posted') adjustment full join (
      select movement.order_id, max(entry.currency) as currency,
        array_agg(distinct entry.owner_id) filter (where account = 'available') as gates,
        coalesce(sum(amount_minor) filter (where account = 'available'), 0) as credited,
        -coalesce(sum(amount_minor) filter (where account = 'fee_income'), 0) as taken
      from ledger_movements movement join ledger_entries entry on entry.movement_id = movement.id
      where movement.kind = 'adjustment' group by movement.order_id
    ) booked on booked.order_id = adjustment.id and booked.currency = adjustment.currency
      and booked.gates = array[adjustment.gate_id]
    cross join lateral (values (booked.credited), (booked.taken)) as part (amount)
    where coalesce(adjustment.amount_minor, 0) <> coalesce(part.amount, 0)`,

  /**
   * The payins whose fees a correction covers have paid the right ones, less what refunds would have returned of those:
   * by their own fees and refunds, by the correction, and by what was posted for refunds that came to nothing after it.
   * Nothing is posted so for other payins.
   */
  corrected_fees_are_right: `
    select null::uuid as order_id, 'fees corrected by adjustment ' || correction.id as subject, payin.currency,
      sum(${FEE_OF_PAYIN} - refunded.correctly) as expected,
      sum(payin.fee_total_minor - refunded.returned + coalesce(posted.minor, 0))
        - coalesce(correction.amount_minor, 0) as found
    from payins payin ${CORRECTION_OF_PAYIN}
    left join (
      select refunds.payin_id, sum(entry.amount_minor) as minor
      from ledger_movements movement
      join ledger_entries entry on entry.movement_id = movement.id and entry.account = 'fee_income'
      join refunds on refunds.id = movement.order_id
      where movement.kind = 'refund_correction' group by refunds.payin_id
    ) posted on posted.payin_id = payin.id
    cross join lateral (
      select coalesce(sum(fee_returned_minor), 0) as returned, ${sumReturned()} as correctly
      from refunds where refunds.payin_id = payin.id and ${IS_REFUND_DEBITED}
    ) refunded
    where payin.status = 'SUCCESS' and (correction.id is not null or posted.payin_id is not null)
    group by correction.id, payin.currency
    having sum(${FEE_OF_PAYIN} - refunded.correctly) <> sum(
      payin.fee_total_minor - refunded.returned + coalesce(posted.minor, 0)) - coalesce(correction.amount_minor, 0)`,

  /**
   * Refunds of a payin total no more than was paid, in the payin's currency, and only for a payin that succeeded.
   */
  refunds_within_payin: `
    select refund.payin_id as order_id, 'payin: refunded' as subject, min(refund.currency) as currency,
      coalesce(min(payin.amount_minor), 0) as expected, sum(refund.amount_minor) as found
    from refunds refund left join payins payin
      on payin.id = refund.payin_id and payin.status = 'SUCCESS' and payin.currency = refund.currency
    ${CORRECTION_OF_PAYIN}
    where refund.status <> 'FAILED'
    group by refund.payin_id
    having sum(refund.amount_minor) > coalesce(min(payin.amount_minor), 0)
      or sum(refund.paid_back_minor) > coalesce(min(payin.payment_method_amount_minor), 0)
      or sum(refund.fee_returned_minor) > coalesce(min(greatest(payin.fee_total_minor, ${FEE_OF_PAYIN})), 0)`,

  /**
   * Each approved payin attempt belongs to an order that it made succeed, one per order, or was resolved by hand.
   */
  approved_is_credited: endedOnceBy('payin', 'approved'),

  /** Each paid payout attempt left the reserve of a payout that it made succeed, or was resolved by hand. */
  paid_is_settled: endedOnceBy('payout', 'paid'),

  /**
   * Each refund that an acquirer made left the reserve of a refund that it made succeed; or it was debited, or its money
   * came back.
   */
  refunded_is_settled: `
    select refund.payin_id as order_id, 'refund: made, and ' || refund.status as subject, refund.currency,
      0 as expected, refund.amount_minor as found
    from refunds refund join refund_attempts attempt on attempt.refund_id = refund.id
    where attempt.outcome = 'refunded' and refund.status <> 'SUCCESS'
      or refund.made_after_end and refund.taken_at is null`,
} as const;

/**
 * Returns a query for orders with more approved or paid attempts than their outcome accounts for: one if the order
 * succeeded, else none. Attempts that the operator resolved by hand do not count.
 */
function endedOnceBy(order: 'payin' | 'payout', outcome: 'approved' | 'paid'): string {
  return `
    select o.id as order_id, '${order}: ${outcome}, and ' || o.status as subject, o.currency,
      case when o.status = 'SUCCESS' then o.amount_minor else 0 end as expected,
      made.attempts * o.amount_minor as found
    from ${order}s o join (
      select ${order}_id, count(*) as attempts from ${order}_attempts attempt
      where (outcome = '${outcome}' or ${outcome}_after_end_at is not null) and not exists (
        select from attention where attempt_id = attempt.id
          and kind = '${order}_${outcome}_after_end' and resolved_at is not null)
      group by ${order}_id
    ) made on made.${order}_id = o.id
    where made.attempts > case when o.status = 'SUCCESS' then 1 else 0 end`;
}
