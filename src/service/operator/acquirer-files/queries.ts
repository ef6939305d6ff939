import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { LineVerdict } from '../../platform/database/tables/acquirer-files.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { periodOf } from '../reports/period.ts';
import { ATTEMPTS } from './line-queries.ts';

type Db = Kysely<Tables>;

export interface AcquirerFile {
  id: string;
  terminal_id: string;
  first_day: string;
  last_day: string;
}

/** Leaves the one that is there: each part of a file's lines brings it to the cells of their attempts. */
export async function insertFile(
  db: Db,
  { id, terminal_id, first_day, last_day }: AcquirerFile,
  created_at: Date,
): Promise<void> {
  await db
    .insertInto('acquirer_files')
    .values({ id, terminal_id, first_day, last_day, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts lines that were sent, and remembers which cells did not answer. */
export async function updateGiven(
  db: Db,
  id: string,
  { lines, missing }: { lines: number; missing: readonly number[] },
): Promise<void> {
  await sql`update acquirer_files set given_lines = given_lines + ${lines}::integer,
      missing_cells = array(select distinct unnest(missing_cells || ${missing}::integer[]) order by 1)
    where id = ${id}`.execute(db);
}

export function selectFile(db: Db, id: string): Promise<ListedFile | undefined> {
  return filesOf(db).where('file.id', '=', id).executeTakeFirst();
}

export interface ListedFile extends AcquirerFile {
  terminal: string;
  created_at: Date;
  given_lines: number;
  missing_cells: number[];
  is_shared: boolean;
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
    .select(['given_lines', 'missing_cells'])
    .select(sql<boolean>`merchant_id is null`.as('is_shared'))
    .select(sql<string>`first_day::text`.as('first_day'))
    .select(sql<string>`last_day::text`.as('last_day'));
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
  return { matched: 0, different: 0, missing_here: 0, unknown: 0, ...counted };
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

function missing(attempts: keyof typeof ATTEMPTS, file: AcquirerFile): RawBuilder<unknown> {
  const { from, before } = periodOf(file.first_day, file.last_day);
  return sql`select known.order_id, known.id as attempt_id, known.provider_reference,
      known.amount as amount_minor, known.currency, known.created_at
    from (${ATTEMPTS[attempts]} where a.terminal_id = ${file.terminal_id}
      and a.created_at >= ${from} and a.created_at < ${before}) known
    where known.approved and not exists (
      select from acquirer_lines where file_id = ${file.id} and attempt_id = known.id)`;
}

export async function deleteFilesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('acquirer_files').where('created_at', '<', before).execute();
}
