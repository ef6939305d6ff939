import type { RefusedBy } from '#domain/order/attempt-limits.ts';
import type { Instructions } from '#domain/order/instructions.ts';
import { FAILURES_IN_A_ROW } from '#domain/routing/circuit.ts';
import { sql, type Selectable } from 'kysely';
import type { PayoutRow } from '../../platform/database/tables/payouts.ts';
import type { Db, PayinTable, Tables } from '../../platform/database/schema.ts';
import type { MerchantScope } from '../roles.ts';
import { isOfOrder } from '../ledger-views.ts';
import { outcomeColumns, PAYOUT_REFUSED_BY, type OutcomeRow } from './outcome.ts';

export type TimelineOrder =
  | ({ direction: 'payin' } & Selectable<PayinTable>)
  | ({ direction: 'payout'; refused_by: RefusedBy | null } & PayoutRow);

/** Returns an order; undefined if it does not exist or belongs to another merchant than the scope's. */
export async function selectTimelineOrder(
  db: Db,
  id: string,
  scope: MerchantScope | undefined,
): Promise<TimelineOrder | undefined> {
  const payin = await db.selectFrom('payins').selectAll().where('id', '=', id).executeTakeFirst();
  const order: TimelineOrder | undefined = payin
    ? { direction: 'payin', ...payin }
    : await selectPayout(db, id);
  return scope === undefined || order?.merchant_id === scope.merchantId ? order : undefined;
}

async function selectPayout(db: Db, id: string): Promise<TimelineOrder | undefined> {
  const payout = await db
    .selectFrom('payouts')
    .selectAll()
    .select(PAYOUT_REFUSED_BY.as('refused_by'))
    .where('id', '=', id)
    .executeTakeFirst();
  return payout && { direction: 'payout', ...payout };
}

export interface TimelineSettings {
  merchant: string;
  gate: string;
  frozen: boolean;
  method: string;
  amount_min_minor: bigint;
  amount_max_minor: bigint;
  available_minor: bigint | null;
}

/** Returns the current settings of an order's method. They may have changed since the order was validated. */
export async function selectTimelineSettings(
  db: Db,
  { method_id: methodId, currency }: Pick<TimelineOrder, 'method_id' | 'currency'>,
): Promise<TimelineSettings | undefined> {
  return db
    .selectFrom('gate_methods')
    .innerJoin('gates', 'gates.id', 'gate_methods.gate_id')
    .innerJoin('merchants', 'merchants.id', 'gates.merchant_id')
    .leftJoin('gate_accounts', (join) =>
      join
        .onRef('gate_accounts.gate_id', '=', 'gates.id')
        .on('gate_accounts.currency', '=', currency),
    )
    .select(['merchants.name as merchant', 'gates.name as gate', 'gates.frozen'])
    .select(['gate_methods.name as method', 'amount_min_minor', 'amount_max_minor'])
    .select('gate_accounts.available_minor')
    .where('gate_methods.id', '=', methodId)
    .executeTakeFirst();
}

export interface TimelineRoute {
  terminal: string;
  adapter: string;
  terminal_id: string;
  up: boolean;
  /** For an order that could not be routed: see `RouteFacts`. */
  silent_since: Date | null;
}

/** Lists the current routes of the order's method, in the order they are tried. */
export async function selectTimelineRoutes(
  db: Db,
  { id, direction, method_id: methodId, resolution_code: code }: TimelineOrder,
): Promise<TimelineRoute[]> {
  const { table, wasAnswered } = ATTEMPTS[direction];
  const silentSince = sql`(
      select case when count(*) >= ${FAILURES_IN_A_ROW}::integer then min(created_at) end
      from ${sql.table(table)} where terminal_id = terminals.id and created_at <= failed.at
        and provider_reference is null
        and created_at > greatest(failed.at - interval '1 day', (
          select max(created_at) from ${sql.table(table)}
          where terminal_id = terminals.id and created_at <= failed.at and ${wasAnswered})))`;
  const { rows } = await sql<TimelineRoute>`
    select terminals.name as terminal, terminals.adapter, terminals.id as terminal_id,
      routes.up and terminals.up as up,
      ${code === 'ORDER_CANNOT_BE_ROUTED' ? silentSince : sql`null::timestamptz`} as silent_since
    from routes join terminals on terminals.id = routes.terminal_id
    cross join (select max(at) as at from order_transitions where order_id = ${id}) failed
    where method_id = ${methodId} order by priority, routes.id`.execute(db);
  return rows;
}

export interface TimelineAttempt {
  id: string;
  terminal: string | null;
  route_priority: number | null;
  outcome: string | null;
  superseded: boolean;
  decline_reason: string | null;
  decline_advice: string | null;
  scheme_code: string | null;
  authentication: string | null;
  eci: string | null;
  provider_reference: string | null;
  unanswered: number;
  next_inquiry_at: Date | null;
  challenged_at: Date | null;
  /** The payment instructions, if the order is not paid by card. */
  instructions: Instructions | null;
  created_at: Date;
  settled_at: Date | null;
  /** When the acquirer reported success for an attempt that had already ended differently. */
  effective_after_end_at: Date | null;
}

/** The columns of payins' attempts, what stands for them in those of payouts, and which were answered by `failed.at`. */
const ATTEMPTS = {
  payin: {
    table: 'payin_attempts',
    wasAnswered: sql`(settled_at <= failed.at and outcome not in ('never_seen', 'not_taken')
      or challenged_at <= failed.at or instructions is not null)`,
    own: sql`superseded, decline_reason, decline_advice, scheme_code, authentication, eci,
      challenged_at, instructions, approved_after_end_at as effective_after_end_at`,
  },
  payout: {
    table: 'payout_attempts',
    wasAnswered: sql`(settled_at <= failed.at and outcome <> 'never_seen')`,
    own: sql`false as superseded, null as decline_reason, null as decline_advice, null as scheme_code,
      null as authentication, null as eci, null::timestamptz as challenged_at,
      null::jsonb as instructions, paid_after_end_at as effective_after_end_at`,
  },
};

export async function selectTimelineAttempts(
  db: Db,
  order: TimelineOrder,
): Promise<TimelineAttempt[]> {
  const { table, own } = ATTEMPTS[order.direction];
  const { rows } = await sql<TimelineAttempt>`
    select attempts.id, terminals.name as terminal, routes.priority as route_priority, outcome,
      provider_reference, unanswered, next_inquiry_at, attempts.created_at, settled_at, ${own}
    from ${sql.table(table)} attempts
    left join terminals on terminals.id = attempts.terminal_id
    left join routes on routes.id = attempts.route_id
    where ${sql.ref(`attempts.${order.direction}_id`)} = ${order.id}
    order by attempts.created_at, superseded desc, attempts.id`.execute(db);
  return rows;
}

/** Lists the transitions of an order and its refunds, in order. */
export function selectTransitions(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('order_transitions')
    .select(['order_id', 'from_status', 'to_status', 'cause', 'at'])
    .where('order_id', 'in', ids)
    .orderBy('number')
    .execute();
}

export type TransitionRow = Awaited<ReturnType<typeof selectTransitions>>[number];

/** Lists the entries of the movements of an order, its refunds and its disputes, in order. */
export function selectEntries(db: Db, orderId: string) {
  return db
    .selectFrom('ledger_movements')
    .innerJoin('ledger_entries', 'ledger_entries.movement_id', 'ledger_movements.id')
    .select(['ledger_movements.id', 'kind', 'at', 'account', 'currency', 'amount_minor'])
    .where(isOfOrder(orderId))
    .orderBy('ledger_movements.id')
    .orderBy('line')
    .execute();
}
export type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

export async function selectOutcome(db: Db, orderId: string): Promise<OutcomeRow> {
  const { rows } = await sql<OutcomeRow>`select ${outcomeColumns(sql`${orderId}::uuid`)}`.execute(
    db,
  );
  const [outcome] = rows;
  if (outcome === undefined) throw new Error('The outcome has no row');
  return outcome;
}

export function selectRetentions(db: Db, payinId: string) {
  return db
    .selectFrom('retentions')
    .select(['bucket', 'currency', 'amount_minor', 'due_at', 'released_at'])
    .where('payin_id', '=', payinId)
    .orderBy('bucket')
    .execute();
}

/** Lists operators' actions on an order, from the audit. */
export function selectActions(db: Db, orderId: string) {
  return db
    .selectFrom('audit')
    .select(['at', 'actor', 'command', 'before', 'after', 'reason'])
    .where('subject', '=', `order ${orderId}`)
    .orderBy('number')
    .execute();
}
export type ActionRow = Pick<Selectable<Tables['audit']>, 'at' | 'actor' | 'command' | 'reason'>;

/** Lists what acquirers reported about an order besides its outcome. */
export function selectNotices(db: Db, orderId: string) {
  return db
    .selectFrom('acquirer_notices')
    .select(['event', 'detail', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Lists all amounts received for a payin, in order. */
export function selectReceipts(db: Db, payinId: string) {
  return db
    .selectFrom('payin_receipts')
    .select(['reference', 'amount_minor', 'queued_minor', 'received_at'])
    .where('payin_id', '=', payinId)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}
export type ReceiptRow = Awaited<ReturnType<typeof selectReceipts>>[number];

export function selectOrderAttention(db: Db, orderId: string) {
  return db
    .selectFrom('attention')
    .select(['id', 'kind', 'detail', 'created_at', 'resolved_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
}
