import type { Kysely } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { AttentionKind } from '../platform/database/tables/asks.ts';
import type { Tables } from '../platform/database/schema.ts';
import { resolveById, selectAttention, upsertAttention } from './attention-queries.ts';

export interface AttentionEntry {
  kind: AttentionKind;
  orderId: string;
  attemptId: string | null;
  /** For the operator to read; without anything of a customer. */
  detail: string;
  at: Date;
}

/**
 * Puts an order on the operator's attention list, in the transaction that found the problem, and logs it.
 */
export async function raiseAttention(
  { newId, log }: Pick<ServiceContext, 'newId' | 'log'>,
  trx: Kysely<Tables>,
  { kind, orderId, attemptId, detail, at }: AttentionEntry,
): Promise<void> {
  const ids = { order_id: orderId, attempt_id: attemptId };
  await upsertAttention(trx, { id: newId(), kind, ...ids, detail, created_at: at });
  log.warn({ kind, orderId, attemptId }, detail);
}

/** What needs a person, the oldest first, as the operator's command shows it. */
export async function listAttention(
  { db }: Pick<ServiceContext, 'db'>,
  page: { after: string | undefined; limit: number },
) {
  const rows = await selectAttention(db, page);
  return rows.map(({ resolved_at: _unresolved, ...row }) => row);
}

export type ResolveAttentionResult = 'resolved' | 'not_found';

/** Resolves an entry of the attention list: somebody has looked, and done what was to be done. */
export async function resolveAttention(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  id: string,
): Promise<ResolveAttentionResult> {
  return (await resolveById(db, id, now())) ? 'resolved' : 'not_found';
}
