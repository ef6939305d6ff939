import type { ServiceContext } from '../platform/context.ts';
import type { MerchantScope } from './roles.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  isTooHigh,
  monthOf,
  monthText,
  startOfMonth,
  type DisputeScheme,
} from '#domain/dispute/ratio.ts';
import type { Db } from '../platform/database/schema.ts';
import { readDisputeRatios, type MerchantDisputes } from '../disputes/ratio.ts';
import { selectDueDisputes } from '../disputes/store.ts';
import { selectFailingReceivers } from '../webhooks/failing-receivers.ts';

export const CONDITION_KINDS = [
  'dispute_due',
  'dispute_ratio',
  'attempt_unknown',
  'receiver_fails',
  'delivery_given_up',
  'circuit_open',
  'ledger_finding',
  'recurring_work_late',
  'database_cannot_write',
  'alert_not_sent',
] as const;

/** A current problem. It disappears from the list once it is fixed. */
export interface Condition {
  kind: (typeof CONDITION_KINDS)[number];
  /** An order, merchant, host, terminal, ledger rule, sweep or alert channel. */
  subject: string;
  detail: string;
  since: Date;
  /** The name of the merchant whose receiver it is about. */
  merchant?: string;
}

type Deps = Pick<ServiceContext, 'db' | 'now' | 'terminals' | 'refusedSince'>;

const MINUTE_MS = 60_000;
/** By this age the schedule has made four status inquiries, and the next ones are hourly. */
const UNKNOWN_AFTER_MS = 60 * MINUTE_MS;
/** Longer than the interval of any sweep. */
const LATE_AFTER_MS = 5 * MINUTE_MS;
const GIVEN_UP_WITHIN_MS = 30 * 24 * 60 * MINUTE_MS;
/** The most conditions of each kind. */
const MOST = 100;

/**
 * Lists current problems that are not in the exception queue, oldest first. They are read from the database, so every
 * process gives the same answer, except for circuits and refused writes, which each instance finds out for itself.
 *
 * @param scope limits the list to one merchant's own orders and webhooks
 */
export async function listConditions(deps: Deps, scope?: MerchantScope): Promise<Condition[]> {
  const merchantId = scope?.merchantId;
  const merchantConditions = [
    await dueDisputes(deps, merchantId),
    await tooManyDisputes(deps, merchantId),
    await unknownAttempts(deps, merchantId),
    await failingReceivers(deps, merchantId),
    await givenUp(deps, merchantId),
  ];
  const deploymentConditions =
    scope === undefined
      ? [
          [refusedWrites(deps)].filter((condition) => condition !== undefined),
          await openCircuits(deps),
          await ledgerFindings(deps),
          await lateWork(deps),
          await unsentAlerts(deps),
        ]
      : [];
  return [...merchantConditions, ...deploymentConditions]
    .flat()
    .toSorted((a, b) => a.since.getTime() - b.since.getTime());
}

function ago({ now }: Pick<Deps, 'now'>, ms: number): Date {
  return new Date(now().getTime() - ms);
}

/** Whether the database lacks room for what orders write. Each process finds that out for itself. */
export function refusedWrites({
  refusedSince,
}: Pick<ServiceContext, 'refusedSince'>): Condition | undefined {
  const since = refusedSince();
  if (since === undefined) return undefined;
  const detail = 'Its disk is full, or it lacks memory: orders are refused until it takes writes.';
  return { kind: 'database_cannot_write', subject: 'database', detail, since };
}

async function dueDisputes(
  { db, now }: Deps,
  merchantId: string | undefined,
): Promise<Condition[]> {
  const disputes = await selectDueDisputes(db, { now: now(), merchantId, most: MOST });
  return disputes.map(({ payin_id: subject, reference, answer_by: by, since }) => ({
    kind: 'dispute_due',
    subject,
    since,
    detail: `The deadline to answer dispute ${reference} is ${by.toISOString()}.`,
  }));
}

/** Reports the current month only. */
async function tooManyDisputes(
  { db, now }: Deps,
  merchantId: string | undefined,
): Promise<Condition[]> {
  const at = now();
  const ratios = await readDisputeRatios(db, { now: at, merchantId });
  const tooHigh = ratios.filter(({ thisMonth }) => isTooHigh(thisMonth));
  const byMerchant = Map.groupBy(tooHigh, (row) => row.merchantId);
  const since = startOfMonth(monthOf(at));
  return [...byMerchant].slice(0, MOST).map(([subject, rows]) => ({
    kind: 'dispute_ratio',
    subject,
    since,
    detail: `${rows[0]?.merchant ?? subject}: ${rows.map(ratioInWords).join(' ')}`,
  }));
}

function ratioInWords({ scheme, thisMonth }: MerchantDisputes): string {
  const { month, disputes, payments, ratio, limit = 0, level } = thisMonth;
  const of = `${SCHEME_NAMES[scheme]} payments in ${monthText(scheme === 'mastercard' ? month - 1 : month)}`;
  const part = ratio === undefined ? '' : ` (${percent(ratio)})`;
  const programme =
    level === 'excessive' ? ` That is enough for ${SCHEME_NAMES[scheme]}'s programme.` : '';
  return `Disputes in ${monthText(month)}: ${disputes}; ${of}: ${payments}${part}. The limit is ${percent(limit)}.${programme}`;
}

const SCHEME_NAMES: Readonly<Record<DisputeScheme, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  other: 'other',
};

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

async function unknownAttempts(deps: Deps, merchantId: string | undefined): Promise<Condition[]> {
  const before = ago(deps, UNKNOWN_AFTER_MS);
  const attempts = await selectUnknownAttempts(deps.db, { before, merchantId, most: MOST });
  return attempts.map(({ order_id: subject, terminal, unanswered, since }) => ({
    kind: 'attempt_unknown',
    subject,
    since,
    detail: `${terminal ?? 'The acquirer'} has not reported the outcome of an attempt; the last ${unanswered} status inquiries got no answer.`,
  }));
}

async function failingReceivers(
  { db, now }: Deps,
  merchantId: string | undefined,
): Promise<Condition[]> {
  const receivers = await selectFailingReceivers(db, now(), merchantId);
  return receivers.map(({ merchant, host, events, since }) => ({
    kind: 'receiver_fails',
    subject: host,
    detail: `${events} webhooks of ${merchant} to ${host} fail; they are retried for three days.`,
    since,
    merchant,
  }));
}

async function givenUp(deps: Deps, merchantId: string | undefined): Promise<Condition[]> {
  const after = ago(deps, GIVEN_UP_WITHIN_MS);
  const hosts = await selectGivenUp(deps.db, { after, merchantId, most: MOST });
  return hosts.map(({ merchant, host, events, since }) => ({
    kind: 'delivery_given_up',
    subject: host ?? merchant,
    detail: `${events} webhooks of ${merchant} to ${host ?? 'no host'} were given up: to resend them, use webhooks resend-failed.`,
    since,
    merchant,
  }));
}

async function openCircuits({ db, terminals }: Deps): Promise<Condition[]> {
  const open = terminals.circuits().filter(({ state }) => state === 'open');
  if (open.length === 0) return [];
  const named = await db
    .selectFrom('terminals')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      open.map(({ terminalId }) => terminalId),
    )
    .execute();
  return named.map(({ id, name }) => ({
    kind: 'circuit_open',
    subject: name,
    detail: 'The circuit is open: payments take other routes, and one call is sent every 10 s.',
    since: new Date(open.find(({ terminalId }) => terminalId === id)?.openSinceMs ?? 0),
  }));
}

async function ledgerFindings({ db }: Deps): Promise<Condition[]> {
  const check = await selectLastLedgerCheck(db);
  return (check?.findings ?? []).slice(0, MOST).map(({ rule, subject, expected, found }) => ({
    kind: 'ledger_finding',
    subject: rule,
    detail: `${subject}: the last ledger check expected ${expected} and found ${found}.`,
    since: check?.at ?? new Date(0),
  }));
}

async function lateWork(deps: Deps): Promise<Condition[]> {
  const overdue = await selectOverdueWork(deps.db, ago(deps, LATE_AFTER_MS));
  return overdue.map(({ work, since }) => ({
    kind: 'recurring_work_late',
    subject: work,
    detail: 'This recurring work has been due since then and has not run.',
    since,
  }));
}

const UNSENT_TRIES = 2;
const UNSENT_WITHIN_MS = 7 * 24 * 60 * MINUTE_MS;

/** Reports channels with messages that failed at least twice. */
async function unsentAlerts(deps: Deps): Promise<Condition[]> {
  const channels = await deps.db
    .selectFrom('alert_messages')
    .innerJoin('alert_channels', 'alert_channels.id', 'alert_messages.channel_id')
    .select(({ fn }) => [
      'alert_channels.id',
      'alert_channels.shown',
      fn.countAll<bigint>().as('messages'),
      fn.min('alert_messages.created_at').as('since'),
      fn.max('alert_messages.error').as('error'),
    ])
    .where('sent_at', 'is', null)
    .where('tries', '>=', UNSENT_TRIES)
    .where('alert_messages.created_at', '>', ago(deps, UNSENT_WITHIN_MS))
    .groupBy('alert_channels.id')
    .limit(MOST)
    .execute();
  return channels.map(({ id, shown, messages, since, error }) => ({
    kind: 'alert_not_sent',
    subject: channelSubject({ id, shown }),
    detail: `${messages} alerts were not sent (${error ?? 'no answer'}): see alerts list.`,
    since,
  }));
}

/** Returns the subject of conditions about an alert channel. Channels on one host are shown alike, so the id is in it. */
export function channelSubject({ id, shown }: { id: string; shown: string }): string {
  return `${shown} (${id})`;
}

export interface UnknownAttempt {
  order_id: string;
  attempt_id: string;
  terminal: string | null;
  since: Date;
  unanswered: number;
}

/**
 * Lists attempts of payins, payouts and refunds that were created before `before` and still have no outcome, oldest
 * first.
 */
async function selectUnknownAttempts(
  db: Db,
  { before, merchantId, most }: { before: Date; merchantId: string | undefined; most: number },
): Promise<UnknownAttempt[]> {
  const open = (orders: string, order: string, attempts: string) => sql`
    select ${sql.ref(`attempt.${order}`)} as order_id, attempt.id as attempt_id, attempt.terminal_id,
      attempt.created_at as since, attempt.unanswered
    from ${sql.table(attempts)} attempt
    where attempt.outcome is null and attempt.created_at < ${before} and ${
      merchantId === undefined
        ? sql`true`
        : sql`exists (select from ${sql.table(orders)} o
            where o.id = ${sql.ref(`attempt.${order}`)} and o.merchant_id = ${merchantId})`
    }`;
  const { rows } = await sql<UnknownAttempt>`
    select order_id, attempt_id, terminals.name as terminal, since, unanswered
    from (${open('payins', 'payin_id', 'payin_attempts')}
      union all ${open('payouts', 'payout_id', 'payout_attempts')}
      union all ${open('payins', 'payin_id', 'refund_attempts')}) open
    left join terminals on terminals.id = open.terminal_id
    order by since, attempt_id limit ${most}`.execute(db);
  return rows;
}

export interface GivenUp {
  merchant: string;
  host: string | null;
  events: number;
  since: Date;
}

/** Counts the webhooks that were given up and not delivered since, by merchant and host. */
async function selectGivenUp(
  db: Db,
  { after, merchantId, most }: { after: Date; merchantId: string | undefined; most: number },
): Promise<GivenUp[]> {
  const { rows } = await sql<GivenUp>`
    select merchants.name as merchant, destination_host as host, count(*)::integer as events,
      min(event.created_at) as since
    from webhook_events event join merchants on merchants.id = event.merchant_id
    where event.state = 'failed' and event.created_at >= ${after}
      and ${merchantId === undefined ? sql`true` : sql`event.merchant_id = ${merchantId}`}
    group by merchants.name, destination_host
    order by since limit ${most}`.execute(db);
  return rows;
}

export interface OverdueWork {
  work: string;
  since: Date;
}

/** Lists recurring work whose oldest row was due before `before`. It reads the same indexes as the work itself. */
async function selectOverdueWork(db: Db, before: Date): Promise<OverdueWork[]> {
  const oldest = (work: string, from: RawBuilder<unknown>) =>
    sql`select ${work}::text as work, (${from}) as since`;
  const { rows } = await sql<OverdueWork>`
    select work, since from (${sql.join(
      [
        oldest(
          'expire-payins',
          sql`select min(expires_at) from payins where status = 'CREATED' and expires_at < ${before}`,
        ),
        oldest('reconcile-attempts', overdueAttempts('payin_attempts', before)),
        oldest('reconcile-payouts', overdueAttempts('payout_attempts', before)),
        oldest('reconcile-refunds', overdueAttempts('refund_attempts', before)),
        oldest(
          'release-retentions',
          sql`select min(due_at) from retentions where released_at is null and due_at < ${before}`,
        ),
        oldest(
          'webhooks',
          sql`select min(next_attempt_at) from webhook_events where next_attempt_at < ${before}`,
        ),
      ],
      sql` union all `,
    )}) overdue where since is not null order by since`.execute(db);
  return rows;
}

function overdueAttempts(table: string, before: Date): RawBuilder<unknown> {
  return sql`select min(next_ask_at) from ${sql.table(table)}
    where outcome is null and next_ask_at < ${before}`;
}

/** Returns the last ledger check, scheduled or manual. */
export function selectLastLedgerCheck(db: Db) {
  return db
    .selectFrom('ledger_checks')
    .select(['at', 'movements', 'findings'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
