import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { PayerPayoutTable } from '../../database/schema-payouts.ts';
import type { Tables } from '../../database/schema.ts';
import { prepared } from '../../database/statement.ts';
import type { PayoutAnswer, PayoutNews, PayoutProvider } from '../provider.ts';

export interface SandboxPayerOptions {
  db: Kysely<Tables>;
  now: () => Date;
  /** Between booking a payout and answering, as a slow provider would. */
  delayMs: number;
  down: boolean;
}

const REFUSED_SUFFIX = '0002';
const PENDING_SUFFIX = '0077';
const PENDING_MS = 3_000;

/** The embedded acquirer's other counter: pays out, and keeps books of its own about it. */
export function createSandboxPayer(options: SandboxPayerOptions): PayoutProvider {
  return {
    async pay(attempt, signal) {
      refuseWhenDown(options);
      const entry = bookedPayout(attempt.id, attempt.destination.reveal(), options.now());
      if (!(await book(options.db, entry))) throw new Error('The attempt id is taken');
      await sleep(options.delayMs, undefined, { signal });
      return answerFrom(entry, options.now());
    },

    async findOutcome(attemptId) {
      refuseWhenDown(options);
      // Booking the id first makes "never seen" true for good: a request still on the way finds it taken.
      const now = options.now();
      const never = { outcome: 'never_seen', decided_from: now, created_at: now } as const;
      await book(options.db, { attempt_id: attemptId, ...never });
      return newsFrom(await find(options.db, attemptId), now);
    },
  };
}

function refuseWhenDown({ down }: SandboxPayerOptions): void {
  if (down) throw new Error('The payer is down');
}

interface Booked extends PayerPayoutTable {
  outcome: 'paid' | 'refused';
}

function bookedPayout(attemptId: string, destination: string, now: Date): Booked {
  const laterMs = destination.endsWith(PENDING_SUFFIX) ? PENDING_MS : 0;
  return {
    attempt_id: attemptId,
    outcome: destination.endsWith(REFUSED_SUFFIX) ? 'refused' : 'paid',
    decided_from: new Date(now.getTime() + laterMs),
    created_at: now,
  };
}

/** @returns false when the id is taken */
async function book(db: Kysely<Tables>, entry: PayerPayoutTable): Promise<boolean> {
  const query = db
    .insertInto('sandbox_acquirer.payouts')
    .values(entry)
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('attempt_id');
  const booked = await prepared(db, query.compile());
  return booked.length === 1;
}

async function find(db: Kysely<Tables>, attemptId: string): Promise<PayerPayoutTable> {
  return db
    .selectFrom('sandbox_acquirer.payouts')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
}

function newsFrom(entry: PayerPayoutTable, now: Date): PayoutNews {
  const { outcome } = entry;
  return outcome === 'never_seen' ? { outcome } : answerFrom({ ...entry, outcome }, now);
}

function answerFrom(
  { attempt_id: id, outcome, decided_from: from }: Booked,
  now: Date,
): PayoutAnswer {
  const reference = `sandbox-${id}`;
  if (from > now) return { outcome: 'pending', reference };
  return outcome === 'paid'
    ? { outcome, reference }
    : { outcome, reference, message: 'destination refused' };
}
