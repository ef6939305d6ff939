import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { LineVerdict } from '../../platform/database/tables/acquirer-files.ts';
import type { Tables } from '../../platform/database/schema.ts';

type Db = Kysely<Tables>;

export interface GivenLine {
  line: number;
  reference: string;
  amountMinor: bigint;
  currency: string;
}

/** What an attempt took or paid, in the money that its acquirer sees. */
export const ATTEMPTS = {
  payin_attempts: sql`select a.id, a.terminal_id, o.id as order_id,
    coalesce(a.outcome = 'approved', false) as approved,
    o.payment_method_amount_minor as amount, o.payment_method_currency as currency,
    a.provider_reference, a.created_at
    from payin_attempts a join payins o on o.id = a.payin_id`,
  payout_attempts: sql`select a.id, a.terminal_id, o.id as order_id,
    coalesce(a.outcome = 'paid', false) as approved, o.amount_minor as amount, o.currency,
    a.provider_reference, a.created_at
    from payout_attempts a join payouts o on o.id = a.payout_id`,
};

/**
 * Lines, each beside the attempt that it is about, by the indexes of what adapters remember: a reference is its
 * first or second word.
 */
function linesWithAttempts(terminalId: string, lines: readonly GivenLine[]): RawBuilder<unknown> {
  const known = (attempts: keyof typeof ATTEMPTS, condition: RawBuilder<unknown>) =>
    sql`(${ATTEMPTS[attempts]} where a.terminal_id = ${terminalId} and ${condition})`;
  return sql`unnest(
      ${column(lines, ({ line }) => line, 'integer')},
      ${column(lines, ({ reference }) => reference, 'text')},
      ${column(lines, ({ amountMinor }) => amountMinor, 'bigint')},
      ${column(lines, ({ currency }) => currency, 'text')}
    ) as given (line, reference, amount, currency)
    left join lateral (
      ${known('payin_attempts', firstWord)} union all ${known('payin_attempts', secondWord)}
      union all ${known('payout_attempts', firstWord)}
      union all ${known('payout_attempts', secondWord)}
      order by approved desc limit 1
    ) attempt on true`;
}

const firstWord = sql`provider_reference is not null
  and split_part(provider_reference, ' ', 1) = given.reference`;
const secondWord = sql`provider_reference like '% %'
  and split_part(provider_reference, ' ', 2) = given.reference`;

function column(
  lines: readonly GivenLine[],
  valueOf: (line: GivenLine) => unknown,
  type: 'integer' | 'text' | 'bigint',
): RawBuilder<unknown> {
  return sql`array[${sql.join(lines.map(valueOf))}]::${sql.raw(type)}[]`;
}

interface OfFile {
  id: string;
  terminal_id: string;
}

/**
 * Keeps lines with what they are found to be. A reference that stands in the file already is not kept again.
 *
 * @param withoutAttempt what a line is whose reference is not known here
 * @returns the numbers of the lines that were kept
 */
export async function insertLines(
  db: Db,
  { id, terminal_id: terminalId }: OfFile,
  { lines, withoutAttempt }: { lines: readonly GivenLine[]; withoutAttempt: LineVerdict },
): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    insert into acquirer_lines
      (file_id, line, reference, amount_minor, currency, verdict, attempt_id, order_id)
    select ${id}, given.line, given.reference, given.amount, given.currency,
      case when attempt.id is null then ${withoutAttempt}
        when not attempt.approved then 'missing_here'
        when abs(given.amount) = attempt.amount and given.currency = attempt.currency then 'matched'
        else 'different' end,
      attempt.id, attempt.order_id
    from ${linesWithAttempts(terminalId, lines)}
    on conflict do nothing
    returning line`.execute(db);
  return rows.map(({ line }) => line);
}

/** Of lines those that an attempt of the terminal is known for. */
export async function selectKnownLines(
  db: Db,
  terminalId: string,
  lines: readonly GivenLine[],
): Promise<{ line: number; approved: boolean }[]> {
  const { rows } = await sql<{ line: number; approved: boolean }>`
    select given.line, attempt.approved from ${linesWithAttempts(terminalId, lines)}
    where attempt.id is not null`.execute(db);
  return rows;
}

/** Lines of the file that have a number or a reference of these. */
export function selectSameLines(
  db: Db,
  fileId: string,
  lines: readonly GivenLine[],
): Promise<{ line: number; reference: string }[]> {
  return db
    .selectFrom('acquirer_lines')
    .select(['line', 'reference'])
    .where('file_id', '=', fileId)
    .where(
      sql<boolean>`(reference = any(${column(lines, ({ reference }) => reference, 'text')})
        or line = any(${column(lines, ({ line }) => line, 'integer')}))`,
    )
    .execute();
}
