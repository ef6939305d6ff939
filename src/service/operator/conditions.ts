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
import { NOTIFIED_PRECISION_MS } from '../merchants/notified.ts';
import { CONDITIONS, type ConditionKind, type Severity } from './attention-kinds.ts';
import { expiryOf, selectAdjustments } from '../ledger/adjustments.ts';
import { counted } from '#domain/counted.ts';
import { formatMinor } from '#domain/money.ts';

interface ConditionFacts {
  kind: ConditionKind;
  /** An order, merchant, host, terminal, ledger rule, sweep, alert channel or adjustment. */
  subject: string;
  /** What is wrong, as a sentence without its period. */
  title: string;
  detail: string;
  since: Date;
  /** The console's view of the subject, if there is one. */
  path?: string;
  /** The name of the merchant whose receiver it is about. */
  merchant?: string;
}

/** A current problem. It disappears from the list once it is fixed. */
export interface Condition extends ConditionFacts {
  severity: Severity;
  /** What to do. */
  hint: string;
  path: string;
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
 * Lists current problems that are not in the exception queue, the most urgent first, then the oldest. They are read from the database, so every
 * process gives the same answer, except for circuits and refused writes, which each instance finds out for itself.
 *
 * @param scope limits the list to one merchant's own orders and webhooks
 */
export async function listConditions(deps: Deps, scope?: MerchantScope): Promise<Condition[]> {
  const merchantId = scope?.merchantId;
  const ofDeployment =
    scope === undefined
      ? [
          refusedWrites(deps) ?? [],
          openCircuits(deps),
          await ledgerFindings(deps),
          await lateWork(deps),
          await unsentAlerts(deps),
          await missingNotifications(deps),
          await waitingAdjustments(deps),
        ]
      : [];
  const ofMerchants = [
    await dueDisputes(deps, merchantId),
    await tooManyDisputes(deps, merchantId),
    await unknownAttempts(deps, merchantId),
    await failingReceivers(deps, merchantId),
    await givenUp(deps, merchantId),
  ];
  return [...ofDeployment, ...ofMerchants]
    .flat()
    .map(({ title, detail, ...facts }) => ({ title, detail, ...CONDITIONS[facts.kind], ...facts }))
    .toSorted((a, b) => urgency(a) - urgency(b) || a.since.getTime() - b.since.getTime());
}

function urgency({ kind }: ConditionFacts): number {
  return Object.keys(CONDITIONS).indexOf(kind);
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
  return {
    ...CONDITIONS.database_cannot_write,
    kind: 'database_cannot_write',
    subject: 'database',
    title: 'Orders are refused: the database cannot write',
    detail: 'Its disk is full, or it lacks memory.',
    since,
  };
}

async function dueDisputes(
  { db, now }: Deps,
  merchantId: string | undefined,
): Promise<ConditionFacts[]> {
  const at = now();
  const disputes = await selectDueDisputes(db, { now: at, merchantId, most: MOST });
  return disputes.map(({ payin_id: subject, answer_by: by, ...dispute }) => {
    const { merchant, reference, since } = dispute;
    const which = `dispute of ${formatMinor(dispute.amount_minor)} ${dispute.currency} of ${merchant}`;
    return {
      kind: 'dispute_due',
      subject,
      path: `/orders/${subject}#disputes`,
      since,
      title:
        by < at
          ? `The deadline of a ${which} has passed`
          : `A ${which} must be answered within three days`,
      detail: `The deadline is ${by.toISOString()}. The acquirer's reference is ${reference}.`,
    };
  });
}

/** Reports the current month only. */
async function tooManyDisputes(
  { db, now }: Deps,
  merchantId: string | undefined,
): Promise<ConditionFacts[]> {
  const at = now();
  const ratios = await readDisputeRatios(db, { now: at, merchantId });
  const tooHigh = ratios.filter(({ thisMonth }) => isTooHigh(thisMonth));
  const byMerchant = Map.groupBy(tooHigh, (row) => row.merchantId);
  const since = startOfMonth(monthOf(at));
  return [...byMerchant].slice(0, MOST).map(([subject, rows]) => ({
    kind: 'dispute_ratio',
    subject,
    path: `/merchants/${subject}`,
    since,
    title: `Too many payments of ${rows[0]?.merchant ?? subject} are disputed`,
    detail: rows.map(ratioInWords).join(' '),
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

async function unknownAttempts(
  deps: Deps,
  merchantId: string | undefined,
): Promise<ConditionFacts[]> {
  const before = ago(deps, UNKNOWN_AFTER_MS);
  const attempts = await selectUnknownAttempts(deps.db, { before, merchantId, most: MOST });
  return attempts.map(({ order_id: subject, terminal, unanswered, since }) => ({
    kind: 'attempt_unknown',
    subject,
    path: `/orders/${subject}`,
    since,
    title: `${terminal ?? 'The acquirer'} has not reported the outcome of an attempt`,
    detail: `The last ${counted(unanswered, 'status inquiry', 'status inquiries')} got no answer.`,
  }));
}

async function failingReceivers(
  { db, now }: Deps,
  merchantId: string | undefined,
): Promise<ConditionFacts[]> {
  const receivers = await selectFailingReceivers(db, now(), merchantId);
  return receivers.map(({ merchant, host, events, since }) => ({
    kind: 'receiver_fails',
    subject: host,
    title: `Webhooks of ${merchant} are not accepted`,
    detail: `${counted(events, 'webhook')} of ${merchant} to ${host} failed and will be retried.`,
    since,
    merchant,
  }));
}

async function givenUp(deps: Deps, merchantId: string | undefined): Promise<ConditionFacts[]> {
  const after = ago(deps, GIVEN_UP_WITHIN_MS);
  const hosts = await selectGivenUp(deps.db, { after, merchantId, most: MOST });
  return hosts.map(({ merchant, host, events, since }) => ({
    kind: 'delivery_given_up',
    subject: host ?? merchant,
    title: `Webhooks of ${merchant} were given up`,
    detail: `${counted(events, 'webhook')} to ${host ?? 'no host'} did not arrive in three days.`,
    since,
    merchant,
  }));
}

async function waitingAdjustments(deps: Deps): Promise<ConditionFacts[]> {
  const filter = { merchantId: undefined, state: 'waiting' } as const;
  const rows = await selectAdjustments(deps, filter, { after: undefined, limit: MOST });
  return rows.map(({ amount_minor: minor, requested_at: since, ...row }) => ({
    kind: 'adjustment_waits',
    subject: row.id,
    title: `A correction of ${formatMinor(minor)} ${row.currency} for ${row.merchant} waits`,
    detail: `It expires ${expiryOf({ requested_at: since }).toISOString()}.`,
    since,
  }));
}

function openCircuits({ terminals }: Deps): ConditionFacts[] {
  const open = terminals.circuits().filter(({ state }) => state === 'open');
  return open.map(({ terminalId, name = terminalId, openSinceMs = 0 }) => ({
    kind: 'circuit_open',
    subject: name,
    path: `/terminals/${encodeURIComponent(name)}`,
    title: `${name} fails: payments take other routes, or are refused`,
    detail: 'Calls to its acquirer failed. One payment every 10 s tests whether it works again.',
    since: new Date(openSinceMs),
  }));
}

async function ledgerFindings({ db }: Deps): Promise<ConditionFacts[]> {
  const check = await selectLastLedgerCheck(db);
  return (check?.findings ?? []).slice(0, MOST).map(({ rule, subject, expected, found }) => ({
    kind: 'ledger_finding',
    subject: rule,
    title: `The ledger check found an error: ${rule}`,
    detail: `${subject}: ${expected} was expected, ${found} was found.`,
    since: check?.at ?? new Date(0),
  }));
}

async function lateWork(deps: Deps): Promise<ConditionFacts[]> {
  const overdue = await selectOverdueWork(deps.db, ago(deps, LATE_AFTER_MS));
  return overdue.map(({ work, since }) => ({
    kind: 'recurring_work_late',
    subject: work,
    title: `Recurring work is late: ${work.replaceAll('-', ' ')}`,
    detail: 'It has been due for five minutes or longer and has not run.',
    since,
  }));
}

const UNSENT_TRIES = 2;
const UNSENT_WITHIN_MS = 7 * 24 * 60 * MINUTE_MS;

/** Returns the condition that a message of the last week failed at least twice. */
export function isUnsent(now: Date): RawBuilder<boolean> {
  return sql<boolean>`sent_at is null and tries >= ${UNSENT_TRIES}
    and alert_messages.created_at > ${new Date(now.getTime() - UNSENT_WITHIN_MS)}`;
}

/** Reports channels with messages that failed at least twice. */
async function unsentAlerts(deps: Deps): Promise<ConditionFacts[]> {
  const channels = await deps.db
    .selectFrom('alert_messages')
    .innerJoin('alert_channels', 'alert_channels.id', 'alert_messages.channel_id')
    .select(({ fn }) => [
      'alert_channels.id',
      'alert_channels.shown',
      fn.countAll<bigint>().as('messages'),
      fn.min('alert_messages.created_at').as('since'),
    ])
    .where(isUnsent(deps.now()))
    .groupBy('alert_channels.id')
    .limit(MOST)
    .execute();
  return channels.map(({ id, shown, messages, since }) => ({
    kind: 'alert_not_sent',
    subject: channelSubject({ id, shown }),
    title: `Alerts to ${shown} are not sent`,
    detail: `${counted(messages, 'message')} failed at least twice.`,
    since,
  }));
}

/** Returns the subject of conditions about an alert channel. Channels on one host are shown alike, so the id is in it. */
export function channelSubject({ id, shown }: { id: string; shown: string }): string {
  return `${shown} (${id})`;
}

const DAY_MS = 24 * 60 * MINUTE_MS;
const NOTIFIED_WITHIN_DAYS = 7;

/**
 * Reports terminals with a payment approved in the last week that was followed by no notification for a day. All
 * adapters that take notifications get one of each approved payment: Adyen's AUTHORISATION, Stripe's
 * payment_intent.succeeded, the upstream's webhook of the order (orders-api).
 */
async function missingNotifications(deps: Deps): Promise<ConditionFacts[]> {
  const { adapters } = deps.terminals;
  const notified = [...adapters].filter(([, adapter]) => adapter.describe().notifications);
  const { rows } = await sql<{ name: string; since: Date }>`
    select name, approved.created_at as since from terminals cross join lateral (
      select created_at from payin_attempts
      where terminal_id = terminals.id and outcome = 'approved'
        and created_at > ${ago(deps, NOTIFIED_WITHIN_DAYS * DAY_MS)}
        and created_at > coalesce(notified_at + ${NOTIFIED_PRECISION_MS} * interval '1 millisecond', '-infinity')
        and created_at < ${ago(deps, DAY_MS)}
      order by created_at limit 1
    ) approved
    where up and adapter = any (${notified.map(([name]) => name)})
    order by name limit ${MOST}`.execute(deps.db);
  return rows.map(({ name, since }) => ({
    kind: 'notifications_missing',
    subject: name,
    path: `/terminals/${encodeURIComponent(name)}`,
    title: `${name} gets no notifications from its acquirer`,
    detail: 'Payments were approved, and no notification arrived for a day.',
    since,
  }));
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
  return sql`select min(next_inquiry_at) from ${sql.table(table)}
    where outcome is null and next_inquiry_at < ${before}`;
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
