import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { LineVerdict } from '../../platform/database/tables/acquirer-files.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { periodOf } from '../reports/period.ts';

type Db = Kysely<Tables>;

export interface AcquirerFile {
  id: string;
  terminal_id: string;
  first_day: string;
  last_day: string;
}

export async function insertFile(db: Db, file: AcquirerFile, at: Date): Promise<void> {
  await db
    .insertInto('acquirer_files')
    .values({ ...file, created_at: at })
    .execute();
}

export function selectFile(db: Db, id: string): Promise<ListedFile | undefined> {
  return filesOf(db).where('file.id', '=', id).executeTakeFirst();
}

export interface ListedFile extends AcquirerFile {
  terminal: string;
  created_at: Date;
}

/** The latest first. @param page after which file it begins */
export function selectFiles(
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedFile[]> {
  return filesOf(db)
    .orderBy('file.created_at', 'desc')
    .orderBy('file.id', 'desc')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(file.created_at, file.id) < (
          select last.created_at, last.id from acquirer_files as last where last.id = ${after})`,
      ),
    )
    .limit(limit)
    .execute();
}

function filesOf(db: Db) {
  return db
    .selectFrom('acquirer_files as file')
    .innerJoin('terminals', 'terminals.id', 'file.terminal_id')
    .select(['file.id', 'terminal_id', 'terminals.name as terminal', 'file.created_at'])
    .select(sql<string>`first_day::text`.as('first_day'))
    .select(sql<string>`last_day::text`.as('last_day'));
}

export interface GivenLine {
  line: number;
  reference: string;
  amountMinor: bigint;
  currency: string;
}

/**
 * Keeps lines with what they are found to be, by the indexes of what adapters remember: a reference is its
 * first or second word. A reference that stands in the file already is not kept again.
 *
 * @returns the numbers of the lines that were kept
 */
export async function insertLines(
  db: Db,
  { id, terminal_id: terminalId }: AcquirerFile,
  lines: readonly GivenLine[],
): Promise<number[]> {
  const known = (attempts: keyof typeof OF, condition: RawBuilder<unknown>) =>
    sql`(${OF[attempts]} where a.terminal_id = ${terminalId} and ${condition})`;
  const column = (values: readonly unknown[], type: string) =>
    sql`array[${sql.join(values)}]::${sql.raw(type)}[]`;
  const { rows } = await sql<{ line: number }>`
    insert into acquirer_lines
      (file_id, line, reference, amount_minor, currency, verdict, attempt_id, order_id)
    select ${id}, given.line, given.reference, given.amount, given.currency,
      case when not coalesce(attempt.approved, false) then 'missing_here'
        when abs(given.amount) = attempt.amount and given.currency = attempt.currency then 'matched'
        else 'different' end,
      attempt.id, attempt.order_id
    from unnest(
      ${column(
        lines.map(({ line }) => line),
        'integer',
      )},
      ${column(
        lines.map(({ reference }) => reference),
        'text',
      )},
      ${column(
        lines.map(({ amountMinor }) => amountMinor),
        'bigint',
      )},
      ${column(
        lines.map(({ currency }) => currency),
        'text',
      )}
    ) as given (line, reference, amount, currency)
    left join lateral (
      ${known('payin_attempts', firstWord)} union all ${known('payin_attempts', secondWord)}
      union all ${known('payout_attempts', firstWord)}
      union all ${known('payout_attempts', secondWord)}
      order by approved desc limit 1
    ) attempt on true
    on conflict do nothing
    returning line`.execute(db);
  return rows.map(({ line }) => line);
}

const firstWord = sql`provider_reference is not null
  and split_part(provider_reference, ' ', 1) = given.reference`;
const secondWord = sql`provider_reference like '% %'
  and split_part(provider_reference, ' ', 2) = given.reference`;

/** What an attempt took or paid, in the money that its acquirer sees. */
const OF = {
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

export function selectLineOf(
  db: Db,
  fileId: string,
  reference: string,
): Promise<{ line: number } | undefined> {
  return db
    .selectFrom('acquirer_lines')
    .select('line')
    .where('file_id', '=', fileId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

export async function countLines(db: Db, fileId: string): Promise<Record<LineVerdict, number>> {
  const rows = await db
    .selectFrom('acquirer_lines')
    .select('verdict')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('file_id', '=', fileId)
    .groupBy('verdict')
    .execute();
  const counted = Object.fromEntries(rows.map(({ verdict, count }) => [verdict, Number(count)]));
  return { matched: 0, different: 0, missing_here: 0, ...counted };
}

export interface LineFinding {
  line: number;
  verdict: LineVerdict;
  reference: string;
  amount_minor: bigint;
  currency: string;
  order_id: string | null;
  /** What the order is of in the money that its acquirer sees. */
  order_amount_minor: bigint | null;
  order_currency: string | null;
}

/** Lines that are not matched, after one, in their order. */
export function selectUnmatched(
  db: Db,
  fileId: string,
  { after, most }: { after: number; most: number },
): Promise<LineFinding[]> {
  return db
    .selectFrom('acquirer_lines as line')
    .leftJoin('payins', 'payins.id', 'line.order_id')
    .leftJoin('payouts', 'payouts.id', 'line.order_id')
    .select(['line', 'verdict', 'reference', 'line.amount_minor', 'line.currency', 'order_id'])
    .select(({ fn }) => [
      fn
        .coalesce('payins.payment_method_amount_minor', 'payouts.amount_minor')
        .as('order_amount_minor'),
      fn.coalesce('payins.payment_method_currency', 'payouts.currency').as('order_currency'),
    ])
    .where('file_id', '=', fileId)
    .where('verdict', '!=', 'matched')
    .where('line', '>', after)
    .orderBy('line')
    .limit(most)
    .execute();
}

export interface MissingThere {
  order_id: string;
  attempt_id: string;
  provider_reference: string | null;
  amount_minor: bigint;
  currency: string;
  created_at: Date;
}

/** Attempts of the file's days that were approved here and that no line is about, the oldest first. */
export async function selectMissingThere(
  db: Db,
  file: AcquirerFile,
  most: number,
): Promise<MissingThere[]> {
  const { rows } = await sql<MissingThere>`
    select * from (
      ${missing('payin_attempts', file)} union all ${missing('payout_attempts', file)}
    ) missing order by created_at, attempt_id limit ${most}`.execute(db);
  return rows;
}

export async function countMissingThere(db: Db, file: AcquirerFile): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      ${missing('payin_attempts', file)} union all ${missing('payout_attempts', file)}
    ) missing`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

function missing(attempts: keyof typeof OF, file: AcquirerFile): RawBuilder<unknown> {
  const { from, before } = periodOf(file.first_day, file.last_day);
  return sql`select known.order_id, known.id as attempt_id, known.provider_reference,
      known.amount as amount_minor, known.currency, known.created_at
    from (${OF[attempts]} where a.terminal_id = ${file.terminal_id}
      and a.created_at >= ${from} and a.created_at < ${before}) known
    where known.approved and not exists (
      select from acquirer_lines where file_id = ${file.id} and attempt_id = known.id)`;
}

export async function deleteFilesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('acquirer_files').where('created_at', '<', before).execute();
}
