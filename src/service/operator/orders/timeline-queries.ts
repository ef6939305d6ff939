import type { Instructions } from '#domain/order/instructions.ts';
import { sql, type Selectable } from 'kysely';
import type { PayoutRow } from '../../platform/database/tables/payouts.ts';
import type { Db, PayinRow, Tables } from '../../platform/database/schema.ts';
import type { MerchantScope } from '../roles.ts';
import { isOfOrder } from '../ledger-views.ts';

export type TimelineOrder =
  | ({ direction: 'payin' } & PayinRow)
  | ({ direction: 'payout' } & PayoutRow);

/** Returns an order; undefined if it does not exist or belongs to another merchant than the scope's. */
export async function selectTimelineOrder(
  db: Db,
  id: string,
  scope: MerchantScope | undefined,
): Promise<TimelineOrder | undefined> {
  const payin = await db
    .selectFrom('payins')
    .selectAll()
    .where('id', '=', id)
    .$if(scope !== undefined, (q) => q.where('merchant_id', '=', scope?.merchantId ?? ''))
    .executeTakeFirst();
  if (payin !== undefined) return { direction: 'payin', ...payin };
  const payout = await db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .$if(scope !== undefined, (q) => q.where('merchant_id', '=', scope?.merchantId ?? ''))
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
}

/** Lists the current routes of the order's method, in the order they are tried. */
export function selectTimelineRoutes(db: Db, methodId: string): Promise<TimelineRoute[]> {
  return db
    .selectFrom('routes')
    .innerJoin('terminals', 'terminals.id', 'routes.terminal_id')
    .select(['terminals.name as terminal', 'terminals.adapter', 'terminals.id as terminal_id'])
    .select(sql<boolean>`routes.up and terminals.up`.as('up'))
    .where('method_id', '=', methodId)
    .orderBy('priority')
    .orderBy('routes.id')
    .execute();
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
  next_ask_at: Date | null;
  challenged_at: Date | null;
  /** The payment instructions, if the order is not paid by card. */
  instructions: Instructions | null;
  created_at: Date;
  settled_at: Date | null;
  /** When the acquirer reported success for an attempt that had already ended differently. */
  effective_after_end_at: Date | null;
}

export async function selectTimelineAttempts(
  db: Db,
  order: TimelineOrder,
): Promise<TimelineAttempt[]> {
  const own =
    order.direction === 'payin'
      ? sql`select id, terminal_id, route_id, outcome, superseded, decline_reason, decline_advice, scheme_code, authentication, eci,
          provider_reference, unanswered, next_ask_at, challenged_at, instructions, created_at, settled_at,
          approved_after_end_at as effective_after_end_at
          from payin_attempts where payin_id = ${order.id}`
      : sql`select id, terminal_id, route_id, outcome, false as superseded, null as decline_reason, null as decline_advice, null as scheme_code, null as authentication, null as eci,
          provider_reference, unanswered, next_ask_at, null::timestamptz as challenged_at, null::jsonb as instructions, created_at, settled_at,
          paid_after_end_at as effective_after_end_at
          from payout_attempts where payout_id = ${order.id}`;
  const { rows } = await sql<TimelineAttempt>`
    select attempts.id, terminals.name as terminal, routes.priority as route_priority, outcome, superseded,
      decline_reason, decline_advice, scheme_code, authentication, eci, provider_reference, unanswered, next_ask_at, challenged_at, instructions, attempts.created_at,
      settled_at, effective_after_end_at
    from (${own}) attempts
    left join terminals on terminals.id = attempts.terminal_id
    left join routes on routes.id = attempts.route_id
    order by attempts.created_at, superseded desc, attempts.id`.execute(db);
  return rows;
}

export function selectTransitions(db: Db, orderId: string) {
  return db
    .selectFrom('order_transitions')
    .select(['from_status', 'to_status', 'cause', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
}

/** Lists the transitions of several refunds, in order. */
export async function selectTransitionsOf(
  db: Db,
  refundIds: readonly string[],
): Promise<(TransitionRow & { order_id: string })[]> {
  if (refundIds.length === 0) return [];
  return db
    .selectFrom('order_transitions')
    .select(['order_id', 'from_status', 'to_status', 'cause', 'at'])
    .where('order_id', 'in', refundIds)
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

/** Sums the parts of a payin's amount that disputes reserved or took. */
export async function selectDisputedMinor(db: Db, payinId: string): Promise<bigint> {
  const { disputed } = await db
    .selectFrom('disputes')
    .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('disputed'))
    .where('payin_id', '=', payinId)
    .where('money', '<>', 'untouched')
    .executeTakeFirstOrThrow();
  return disputed;
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
