import type { Insertable, Kysely } from 'kysely';
import type {
  AttemptOutcome,
  PayinAttemptRow,
  PayinAttemptTable,
  PayinRow,
  Tables,
} from '../database/schema.ts';

type Db = Kysely<Tables>;

export async function insertAttempt(
  trx: Db,
  attempt: Insertable<PayinAttemptTable>,
): Promise<void> {
  await trx.insertInto('payin_attempts').values(attempt).execute();
}

/** All attempts of an order, and those of them that a provider declined. An order has few. */
export async function countAttempts(
  db: Db,
  payinId: string,
): Promise<{ made: number; declined: number }> {
  const counts = await db
    .selectFrom('payin_attempts')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('made'),
      fn
        .countAll<bigint>()
        .filterWhere('outcome', 'in', ['soft_decline', 'hard_decline'])
        .as('declined'),
    ])
    .where('payin_id', '=', payinId)
    .executeTakeFirstOrThrow();
  return { made: Number(counts.made), declined: Number(counts.declined) };
}

export async function countDeclines(db: Db, card: Uint8Array, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payin_attempts')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('card_fingerprint', '=', card)
    .where('outcome', 'in', ['soft_decline', 'hard_decline'])
    .where('settled_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The order of an attempt whose outcome is still unknown; both are locked until the transaction ends. */
export async function lockOpenAttempt(trx: Db, attemptId: string): Promise<PayinRow | undefined> {
  return trx
    .selectFrom('payin_attempts')
    .innerJoin('payins', 'payins.id', 'payin_attempts.payin_id')
    .selectAll('payins')
    .where('payin_attempts.id', '=', attemptId)
    .where('payin_attempts.outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The caller holds the attempt locked and open. */
export async function closeAttempt(
  trx: Db,
  attemptId: string,
  end: { outcome: AttemptOutcome; reference: string | null; at: Date },
): Promise<void> {
  await trx
    .updateTable('payin_attempts')
    .set({ outcome: end.outcome, provider_reference: end.reference, settled_at: end.at })
    .where('id', '=', attemptId)
    .execute();
}

export interface DueAttempt extends Pick<PayinAttemptRow, 'id' | 'adapter' | 'asked'> {
  /** The end of its order's waiting time. */
  expires_at: Date;
}

/** Attempts due to be asked about, locked; those that another process has are passed over. */
export async function lockDueAttempts(trx: Db, now: Date, most: number): Promise<DueAttempt[]> {
  return trx
    .selectFrom('payin_attempts')
    .innerJoin('payins', 'payins.id', 'payin_attempts.payin_id')
    .select(['payin_attempts.id', 'payin_attempts.adapter', 'payin_attempts.asked'])
    .select('payins.expires_at')
    .where('payin_attempts.outcome', 'is', null)
    .where('payin_attempts.next_ask_at', '<=', now)
    .orderBy('payin_attempts.next_ask_at')
    .limit(most)
    .forUpdate('payin_attempts')
    .skipLocked()
    .execute();
}

/** Notes that an attempt was asked about, and when it is due again. */
export async function scheduleAsk(
  trx: Db,
  attemptId: string,
  next: { asked: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('payin_attempts')
    .set({ asked: next.asked, next_ask_at: next.at })
    .where('id', '=', attemptId)
    .execute();
}
