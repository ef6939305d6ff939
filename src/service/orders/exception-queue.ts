import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { AttentionKind, AttentionTable } from '../platform/database/tables/exception-queue.ts';

interface AttentionEntry {
  kind: AttentionKind;
  orderId: string;
  attemptId: string | null;
  /** Text for the operator, without customer data. */
  detail: string;
  at: Date;
}

/** Puts an order in the exception queue, in the caller's transaction if there is one, and logs it. */
export async function raiseAttention(
  { newId, log }: Pick<ServiceContext, 'newId' | 'log'>,
  trx: Db,
  { kind, orderId, attemptId, detail, at }: AttentionEntry,
): Promise<void> {
  const ids = { order_id: orderId, attempt_id: attemptId };
  await upsertAttention(trx, { id: newId(), kind, ...ids, detail, created_at: at });
  log.warn({ kind, orderId, attemptId }, detail);
}

/** Lists the unresolved entries of the exception queue, the oldest first, as the operator's command shows them. */
export async function listAttention(
  { db }: Pick<ServiceContext, 'db'>,
  page: { after: string | undefined; limit: number },
) {
  const rows = await selectAttention(db, page);
  return rows.map(({ resolved_at: _unresolved, ...row }) => row);
}

/** Selects an entry that is not resolved yet. */
export async function selectUnresolved(
  db: Db,
  id: string,
): Promise<Pick<AttentionTable, 'kind' | 'attempt_id'> | undefined> {
  return db
    .selectFrom('attention')
    .select(['kind', 'attempt_id'])
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
}

type ResolveAttentionResult = 'resolved' | 'not_found';

/** Resolves an entry of the exception queue, which an operator has dealt with. */
export async function resolveAttention(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  id: string,
): Promise<ResolveAttentionResult> {
  return (await resolveById(db, id, now())) ? 'resolved' : 'not_found';
}

/** Puts in the exception queue what an acquirer reports about a payment that is not ours. Does this once per detail. */
export async function raiseWithoutOrder(
  { db, newId, now, log }: Pick<ServiceContext, 'db' | 'newId' | 'now' | 'log'>,
  kind: AttentionKind,
  detail: string,
): Promise<void> {
  const row = { id: newId(), kind, order_id: null, attempt_id: null, created_at: now() };
  await db
    .insertInto('attention')
    .values({ ...row, detail: detail.slice(0, MAX_DETAIL_LENGTH) })
    .onConflict((conflict) => conflict.column('detail').where('order_id', 'is', null).doNothing())
    .execute();
  log.warn({ kind }, detail);
}

/** Puts a state of the deployment in the exception queue, also if its entry of this detail was resolved before. */
export async function raiseAgain(
  { db, newId, now }: Pick<ServiceContext, 'db' | 'newId' | 'now'>,
  kind: AttentionKind,
  detail: string,
): Promise<void> {
  await sql`
    insert into attention (id, kind, detail, created_at)
    values (${newId()}, ${kind}, ${detail.slice(0, MAX_DETAIL_LENGTH)}, ${now()})
    on conflict (detail) where order_id is null
    do update set created_at = excluded.created_at, resolved_at = null
    where attention.resolved_at is not null`.execute(db);
}

/** Puts a state of the deployment in the exception queue, unless it has an unresolved entry of that kind. */
export async function raiseOnce(
  deps: Pick<ServiceContext, 'db' | 'newId' | 'now' | 'log'>,
  kind: AttentionKind,
  detail: string,
): Promise<void> {
  const open = await deps.db
    .selectFrom('attention')
    .select('id')
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .limit(1)
    .execute();
  if (open.length > 0) return;
  await raiseAgain(deps, kind, detail);
  deps.log.warn({ kind }, detail);
}

/** The most characters of a row's detail, with those that are appended to it. */
const MAX_DETAIL_LENGTH = 4_000;

type NewAttention = Omit<AttentionTable, 'resolved_at'>;

/**
 * Inserts an entry, or updates the unresolved one of the same kind, order and attempt, which keeps its place. Its
 * detail is replaced; but notices, receipts and contradictions are separate events, so their details are appended,
 * unless the entry has the same sentence already: an inquiry may repeat a contradiction.
 */
async function upsertAttention(db: Db, row: NewAttention): Promise<void> {
  await sql`
    insert into attention (id, kind, order_id, attempt_id, detail, created_at)
    values (${row.id}, ${row.kind}, ${row.order_id}, ${row.attempt_id}, ${row.detail}, ${row.created_at})
    on conflict (kind, order_id, coalesce(attempt_id, order_id)) where resolved_at is null
    do update set detail = case
      when attention.kind = 'provider_contradicts' and strpos(attention.detail, excluded.detail) > 0
        then attention.detail
      when attention.kind in ('acquirer_notice', 'dispute_unmatched', 'dispute_exceeds_payment',
        'received_more', 'received_late', 'provider_contradicts')
        then left(attention.detail || ' ' || excluded.detail, ${MAX_DETAIL_LENGTH}::integer)
      else excluded.detail end`.execute(db);
}

async function selectAttention(
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<AttentionTable[]> {
  const query = db
    .selectFrom('attention')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select last.created_at, last.id from attention as last where last.id = ${after})`;
  return query.where(sql<boolean>`(created_at, id) > ${last}`).execute();
}

/** @returns false if there is no such row, or it was resolved before */
async function resolveById(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attention')
    .set({ resolved_at: at })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Resolves an attempt's entry of this kind, once what it asks for was done. */
export async function resolveOfAttempt(
  db: Db,
  kind: AttentionKind,
  attemptId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('attention')
    .set({ resolved_at: at })
    .where('kind', '=', kind)
    .where('attempt_id', '=', attemptId)
    .where('resolved_at', 'is', null)
    .execute();
}

export async function resolveOfOrders(
  db: Db,
  kind: AttentionKind,
  orderIds: string[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('attention')
    .set({ resolved_at: at })
    .where('kind', '=', kind)
    .where('order_id', 'in', orderIds)
    .where('resolved_at', 'is', null)
    .execute();
}
