import { sql } from 'kysely';
import { formatMinor, type Currency } from '#domain/money.ts';
import type { ServiceContext } from '../platform/context.ts';
import { LEDGER_RULES } from './ledger-rules.ts';

/** A rule that the ledger breaks; amounts are decimal text. */
export interface LedgerFinding {
  /** A name in `LEDGER_RULES`. */
  rule: string;
  /** What is wrong: an order, or an account of a gate or merchant. */
  subject: string;
  order_id?: string;
  currency: Currency | null;
  expected: string;
  found: string;
}

export interface LedgerReport {
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

/** Whoever broke more than this has enough to read. */
const FINDINGS_PER_RULE = 100;

/**
 * Proves the ledger: that every movement sums to zero, that balances are what their entries add up to,
 * that what is kept back and reserved is what the orders say, and that each order was posted as it ended.
 * All of it of one moment; it adds up all there is, and locks nothing.
 */
export async function checkLedger({
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
