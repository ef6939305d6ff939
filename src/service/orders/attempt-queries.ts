import { sql, type Insertable, type Kysely } from 'kysely';
import type {
  AttemptOutcome,
  PayinAttemptRow,
  PayinAttemptTable,
  PayinRow,
  Tables,
} from '../database/schema.ts';
import { prepared, statement, type Slot } from '../database/statement.ts';
import { PAYIN_COLUMNS } from './payin-columns.ts';

type Db = Kysely<Tables>;

export async function insertAttempt(
  trx: Db,
  attempt: Insertable<PayinAttemptTable>,
): Promise<void> {
  await prepared(trx, trx.insertInto('payin_attempts').values(attempt).compile());
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

/** What decides whether a card is taken for an order, and who is asked about it. */
export interface AttemptGrounds {
  /** Whether any of the fingerprints is on the merchant's block lists. */
  blocked: boolean;
  /** Attempts of this order so far. */
  made: number;
  /** Declines of this card since then, whoever's order it was given for. */
  declined: number;
  /** The method's best route that is up. */
  adapter: string | null;
}

/** In one round trip; the caller holds the order locked, so that no other attempt comes between. */
export async function selectAttemptGrounds(
  trx: Db,
  payin: Pick<PayinRow, 'id' | 'merchant_id' | 'method_id'>,
  card: { fingerprint: Uint8Array; customer: Uint8Array[]; declinedSince: Date },
): Promise<AttemptGrounds> {
  const [grounds] = await attemptGrounds(trx, {
    id: payin.id,
    merchantId: payin.merchant_id,
    methodId: payin.method_id,
    card: card.fingerprint,
    fingerprints: [card.fingerprint, ...card.customer],
    since: card.declinedSince,
  });
  if (grounds === undefined) throw new Error('A select without a table has one row');
  return { ...grounds, made: Number(grounds.made), declined: Number(grounds.declined) };
}

interface GroundsInput {
  id: string;
  merchantId: string;
  methodId: string;
  card: Uint8Array;
  fingerprints: Uint8Array[];
  since: Date;
}

const attemptGrounds = statement('select_attempt_grounds', (db, slot: Slot<GroundsInput>) =>
  sql<Record<'made' | 'declined', bigint> & Pick<AttemptGrounds, 'blocked' | 'adapter'>>`
      select
        exists (
          select from blocked_values
          where merchant_id = ${slot('merchantId')}
            and fingerprint = any (${slot('fingerprints')}::bytea[])
        ) as blocked,
        (select count(*) from payin_attempts where payin_id = ${slot('id')}) as made,
        (
          select count(*) from payin_attempts
          where card_fingerprint = ${slot('card')}
            and outcome in ('soft_decline', 'hard_decline')
            and settled_at > ${slot('since')}
        ) as declined,
        (
          select adapter from routes
          where method_id = ${slot('methodId')} and up
          order by priority
          limit 1
        ) as adapter`.compile(db),
);

/** The order of an attempt whose outcome is still unknown; both are locked until the transaction ends. */
export async function lockOpenAttempt(trx: Db, attemptId: string): Promise<PayinRow | undefined> {
  const [payin] = await openAttempt(trx, { attemptId });
  return payin;
}

const openAttempt = statement('lock_open_attempt', (db, slot: Slot<{ attemptId: string }>) =>
  db
    .selectFrom('payin_attempts')
    .innerJoin('payins', 'payins.id', 'payin_attempts.payin_id')
    .select(PAYIN_COLUMNS.map((column) => `payins.${column}` as const))
    .where('payin_attempts.id', '=', slot('attemptId'))
    .where('payin_attempts.outcome', 'is', null)
    .forUpdate()
    .compile(),
);

/** The caller holds the attempt locked and open. */
export async function closeAttempt(
  trx: Db,
  attemptId: string,
  end: { outcome: AttemptOutcome; reference: string | null; at: Date },
): Promise<void> {
  await prepared(
    trx,
    trx
      .updateTable('payin_attempts')
      .set({ outcome: end.outcome, provider_reference: end.reference, settled_at: end.at })
      .where('id', '=', attemptId)
      .compile(),
  );
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
