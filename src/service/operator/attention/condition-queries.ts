import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/schema.ts';

type Db = Kysely<Tables>;

export interface UnknownAttempt {
  order_id: string;
  attempt_id: string;
  terminal: string | null;
  since: Date;
  unanswered: number;
}

/** Attempts of either direction that were made before then, and whose end nobody knows: the oldest first. */
export async function selectUnknownAttempts(
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
      union all ${open('payouts', 'payout_id', 'payout_attempts')}) open
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

/** Webhooks that were given up and not sent again with success, by whom they were for. */
export async function selectGivenUp(
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

/** Recurring work whose oldest row was due before then, by the indexes that the work itself reads by. */
export async function selectOverdueWork(db: Db, before: Date): Promise<OverdueWork[]> {
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

/** The last ledger check, whoever asked for it. */
export function selectLastLedgerCheck(db: Db) {
  return db
    .selectFrom('ledger_checks')
    .select(['at', 'movements', 'findings'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
