import { type RawBuilder, sql } from 'kysely';
import { type LineKind, OWN_KINDS } from '#domain/settlement-line.ts';
import type { FormatName } from '#domain/settlement-formats.ts';
import type { LineVerdict } from '../../platform/database/tables/acquirer-files.ts';
import type { Db } from '../../platform/database/schema.ts';
import { runInGroups } from '../../platform/in-turns.ts';
import { periodOf } from '../reports/period.ts';

export interface AcquirerFile {
  id: string;
  terminal_id: string;
  first_day: string;
  last_day: string;
  format: FormatName;
}

export async function insertFile(
  db: Db,
  { id, terminal_id, first_day, last_day, format }: AcquirerFile,
  created_at: Date,
): Promise<void> {
  await db
    .insertInto('acquirer_files')
    .values({ id, terminal_id, first_day, last_day, format, created_at })
    .execute();
}

export function selectFile(db: Db, id: string): Promise<ListedFile | undefined> {
  return filesOf(db).where('file.id', '=', id).executeTakeFirst();
}

export interface ListedFile extends AcquirerFile {
  terminal: string;
  created_at: Date;
}

/**
 * Lists files, latest first.
 *
 * @param page `after` is the id of the previous page's last file
 */
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
    .select(['file.id', 'terminal_id', 'terminals.name as terminal', 'format', 'file.created_at'])
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
  return { matched: 0, different: 0, missing_here: 0, own: 0, ...counted };
}

export interface Settled {
  kind: LineKind;
  currency: string;
  lines: number;
  net_minor: bigint;
  fee_minor: bigint;
}

/** Sums the settled amounts by kind and currency. */
export async function sumSettled(db: Db, fileId: string): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    select kind, net_currency as currency, count(*)::integer as lines,
      sum(net_minor)::bigint as net_minor, sum(fee_minor)::bigint as fee_minor
    from acquirer_lines where file_id = ${fileId}
    group by kind, net_currency order by net_currency`.execute(db);
  return rows;
}

export interface LineFinding {
  line: number;
  verdict: Exclude<LineVerdict, 'matched' | 'own'>;
  kind: LineKind;
  reference: string;
  amount_minor: bigint;
  currency: string;
  order_id: string | null;
  /** What the line's amount should be, in the currency that the acquirer sees. */
  order_amount_minor: bigint | null;
  order_currency: string | null;
}

/** Lists lines after line `after` that are neither matched nor the acquirer's own, by number. */
export function selectUnmatched(
  db: Db,
  fileId: string,
  { after, most }: { after: number; most: number },
): Promise<LineFinding[]> {
  return db
    .selectFrom('acquirer_lines as line')
    .leftJoin('payins', 'payins.id', 'line.order_id')
    .leftJoin('payouts', 'payouts.id', 'line.order_id')
    .leftJoin('refund_attempts', 'refund_attempts.id', 'line.attempt_id')
    .leftJoin('refunds', 'refunds.id', 'refund_attempts.refund_id')
    .leftJoin('disputes', 'disputes.id', 'line.attempt_id')
    .select([
      'line',
      'verdict',
      'kind',
      'line.reference',
      'line.amount_minor',
      'line.currency',
      'order_id',
    ])
    .select(({ fn }) => [
      sql<
        bigint | null
      >`case when kind in ('refund_returned', 'chargeback_reversed') then -1 else 1 end
        * coalesce(-refunds.paid_back_minor, -disputes.disputed_minor,
          payins.payment_method_amount_minor, -payouts.amount_minor)`.as('order_amount_minor'),
      fn.coalesce('payins.payment_method_currency', 'payouts.currency').as('order_currency'),
    ])
    .where('file_id', '=', fileId)
    .where('verdict', '!=', 'matched')
    .where('verdict', '!=', 'own')
    .$narrowType<Pick<LineFinding, 'verdict'>>()
    .where('line', '>', after)
    .orderBy('line')
    .limit(most)
    .execute();
}

export const MISSING_KINDS = ['payin', 'payout', 'refund', 'chargeback'] as const;

export interface MissingThere {
  kind: (typeof MISSING_KINDS)[number];
  order_id: string;
  attempt_id: string;
  provider_reference: string | null;
  amount_minor: bigint;
  currency: string;
  created_at: Date;
}

/** Lists attempts of the file's days that were approved here but are on no line, oldest first. */
export async function selectMissingThere(
  db: Db,
  file: AcquirerFile,
  most: number,
): Promise<MissingThere[]> {
  const { rows } = await sql<MissingThere>`
    select * from (${allMissing(file)}) missing order by created_at, attempt_id limit ${most}`.execute(
    db,
  );
  return rows;
}

export async function countMissingThere(db: Db, file: AcquirerFile): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (${allMissing(file)}) missing`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

function allMissing(file: AcquirerFile): RawBuilder<unknown> {
  return sql`${missing('payin_attempts', file)} union all ${missing('payout_attempts', file)}
    union all ${missing('refund_attempts', file)} union all ${missing('disputes', file)}`;
}

function missing(attempts: keyof typeof ATTEMPTS, file: AcquirerFile): RawBuilder<unknown> {
  const { from, before } = periodOf(file.first_day, file.last_day);
  return sql`select ${sql.lit(MISSING_KIND[attempts])} as kind, known.order_id, known.id as attempt_id, known.provider_reference,
      known.amount as amount_minor, known.currency, known.created_at
    from (${ATTEMPTS[attempts]} where a.terminal_id = ${file.terminal_id}
      and ${WHEN[attempts]} >= ${from} and ${WHEN[attempts]} < ${before}) known
    where known.approved and not exists (
      select from acquirer_lines where file_id = ${file.id} and attempt_id = known.id)`;
}

export async function deleteFilesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('acquirer_files').where('created_at', '<', before).execute();
}

export interface GivenLine {
  line: number;
  kind: LineKind;
  reference: string;
  amountMinor: bigint;
  currency: string;
  net: { amount_minor: bigint; fee_minor: bigint; currency: string };
}

/**
 * Each kind of attempt with its amount in the currency that its acquirer sees, and the sign of that amount in a file: what
 * leaves us is negative.
 */
const ATTEMPTS = {
  payin_attempts: sql`select a.id, a.terminal_id, o.id as order_id,
    coalesce(a.outcome = 'approved', false) as approved,
    o.payment_method_amount_minor as amount, 1 as sign, o.payment_method_currency as currency,
    a.provider_reference, a.created_at
    from payin_attempts a join payins o on o.id = a.payin_id`,
  payout_attempts: sql`select a.id, a.terminal_id, o.id as order_id,
    coalesce(a.outcome = 'paid', false) as approved, o.amount_minor as amount, -1 as sign, o.currency,
    a.provider_reference, a.created_at
    from payout_attempts a join payouts o on o.id = a.payout_id`,
  refund_attempts: sql`select a.id, a.terminal_id, a.payin_id as order_id,
    coalesce(a.outcome = 'refunded', false) or a.refunded_after_end_at is not null as approved,
    o.paid_back_minor as amount, -1 as sign,
    o.payment_method_currency as currency, a.provider_reference, a.created_at
    from refund_attempts a join refunds o on o.id = a.refund_id`,
  disputes: sql`select a.id, a.terminal_id, a.payin_id as order_id,
    a.charged_back_at is not null as approved, a.disputed_minor as amount, -1 as sign,
    a.payment_method_currency as currency, a.reference as provider_reference, a.created_at
    from disputes a`,
};

const MISSING_KIND = {
  payin_attempts: 'payin',
  payout_attempts: 'payout',
  refund_attempts: 'refund',
  disputes: 'chargeback',
} as const satisfies Record<keyof typeof ATTEMPTS, MissingThere['kind']>;

/** The time of an attempt that decides whether it belongs to the file's days. */
const WHEN = {
  payin_attempts: sql`a.created_at`,
  payout_attempts: sql`a.created_at`,
  refund_attempts: sql`coalesce(a.refunded_after_end_at, a.settled_at)`,
  disputes: sql`a.charged_back_at`,
};

/**
 * Joins each line with its attempt, by the indexes on acquirer references: the line's reference is the first or second
 * word of the stored one.
 */
function linesWithAttempts(terminalId: string, lines: readonly GivenLine[]): RawBuilder<unknown> {
  const known = (attempts: keyof typeof ATTEMPTS, condition: RawBuilder<unknown>) =>
    sql`(${ATTEMPTS[attempts]} where a.terminal_id = ${terminalId}
      and ${KINDS[attempts]} and ${condition})`;
  return sql`unnest(
      ${column(lines, ({ line }) => line, 'integer')},
      ${column(lines, ({ reference }) => reference, 'text')},
      ${column(lines, ({ amountMinor }) => amountMinor, 'bigint')},
      ${column(lines, ({ currency }) => currency, 'text')},
      ${column(lines, ({ kind }) => kind, 'text')},
      ${column(lines, ({ net }) => net.amount_minor, 'bigint')},
      ${column(lines, ({ net }) => net.fee_minor, 'bigint')},
      ${column(lines, ({ net }) => net.currency, 'text')}
    ) as given (line, reference, amount, currency, kind, net, fee, net_currency)
    left join lateral (
      ${known('payin_attempts', firstWord)} union all ${known('payin_attempts', secondWord)}
      union all ${known('payout_attempts', firstWord)}
      union all ${known('payout_attempts', secondWord)}
      union all ${known('refund_attempts', firstWord)}
      union all ${known('disputes', sql`a.reference = given.reference`)}
      order by approved desc limit 1
    ) attempt on true`;
}

/** The kinds of line that an attempt or dispute can match. */
const KINDS = {
  payin_attempts: sql`given.kind = 'payment'`,
  payout_attempts: sql`given.kind = 'payment'`,
  refund_attempts: sql`given.kind in ('refund', 'refund_returned')`,
  disputes: sql`given.kind in ('chargeback', 'chargeback_reversed')`,
};

const firstWord = sql`provider_reference is not null
  and split_part(provider_reference, ' ', 1) = given.reference`;
const secondWord = sql`provider_reference like '% %'
  and split_part(provider_reference, ' ', 2) = given.reference`;

/**
 * Passes a column as one array parameter: writing and parsing a parameter for each line takes far longer than the
 * query.
 */
function column(
  lines: readonly GivenLine[],
  valueOf: (line: GivenLine) => unknown,
  type: 'integer' | 'text' | 'bigint',
): RawBuilder<unknown> {
  return sql`${lines.map(valueOf)}::${sql.raw(type)}[]`;
}

interface OfFile {
  id: string;
  terminal_id: string;
}

/** What a line's amount should be. A line that returns money has the other sign. */
const EXPECTED = sql`attempt.amount * attempt.sign
  * case when given.kind in ('refund_returned', 'chargeback_reversed') then -1 else 1 end`;

/** Stripe states a dispute in the account's currency alone, so that its amount says nothing. */
const IN_ACCOUNTS_CURRENCY = sql`given.kind in ('chargeback', 'chargeback_reversed')
  and given.currency <> attempt.currency and given.currency = given.net_currency`;

/**
 * Inserts lines with their verdicts. A line whose reference is in the file already is skipped.
 *
 * @returns the numbers of the inserted lines
 */
export async function insertLines(
  db: Db,
  file: OfFile,
  lines: readonly GivenLine[],
): Promise<number[]> {
  const rows = await runInGroups(lines, LINES_AT_ONCE, (group) => insertGroup(db, file, group));
  if (lines.some(({ kind }) => isOfDispute(kind))) await matchDivided(db, file.id);
  return rows.map(({ line }) => line);
}

function isOfDispute(kind: LineKind): boolean {
  return kind === 'chargeback' || kind === 'chargeback_reversed';
}

/** Matches disputes that the file has in several lines, which are the disputed amount together. */
async function matchDivided(db: Db, fileId: string): Promise<void> {
  await sql`
    update acquirer_lines line set verdict = 'matched'
    from disputes, (
      select attempt_id, kind, currency, sum(amount_minor) as amount from acquirer_lines
      where file_id = ${fileId} and kind in ('chargeback', 'chargeback_reversed')
      group by attempt_id, kind, currency having count(*) > 1
    ) divided
    where line.file_id = ${fileId} and line.verdict = 'different'
      and disputes.id = line.attempt_id and divided.attempt_id = line.attempt_id
      and divided.kind = line.kind and divided.currency = line.currency
      and line.currency = disputes.payment_method_currency
      and abs(divided.amount) = disputes.disputed_minor
      and sign(line.amount_minor) = case line.kind when 'chargeback' then -1 else 1 end`.execute(
    db,
  );
}

/** Each line takes a tenth of a millisecond, on an embedded database too. */
const LINES_AT_ONCE = 200;

async function insertGroup(
  db: Db,
  { id, terminal_id: terminalId }: OfFile,
  lines: readonly GivenLine[],
): Promise<{ line: number }[]> {
  const { rows } = await sql<{ line: number }>`
    insert into acquirer_lines
      (file_id, line, kind, reference, amount_minor, currency, net_minor, fee_minor, net_currency,
        verdict, attempt_id, order_id)
    select ${id}, given.line, given.kind, given.reference, given.amount, given.currency,
      given.net, given.fee, given.net_currency,
      case when given.kind = any(${[...OWN_KINDS]}::text[]) then 'own'
        when attempt.id is null then 'missing_here'
        when given.kind = 'chargeback_reversed' and not exists (select from dispute_notices
            where dispute_id = attempt.id and step in ('won', 'arbitration_won')) then 'missing_here'
        when not attempt.approved and given.kind <> 'refund_returned' then 'missing_here'
        when given.amount = ${EXPECTED} and given.currency = attempt.currency then 'matched'
        when ${IN_ACCOUNTS_CURRENCY} and sign(given.amount) = sign(${EXPECTED}) then 'matched'
        else 'different' end,
      attempt.id, attempt.order_id
    from ${linesWithAttempts(terminalId, lines)}
    on conflict do nothing
    returning line`.execute(db);
  return rows;
}

/** Lists the file's lines that have the number or, whatever their kind, the reference of a line. */
export function selectSameLines(
  db: Db,
  fileId: string,
  { line, reference }: Pick<GivenLine, 'line' | 'reference'>,
): Promise<{ line: number; kind: LineKind; reference: string }[]> {
  return db
    .selectFrom('acquirer_lines')
    .select(['line', 'kind', 'reference'])
    .where('file_id', '=', fileId)
    .where((eb) => eb.or([eb('reference', '=', reference), eb('line', '=', line)]))
    .execute();
}
