import { setTimeout as sleep } from 'node:timers/promises';
import { endingInAmount, pendingAmount } from './amounts.ts';
import { neverAnswer } from './never-answer.ts';
import type { PayerPayoutTable, SandboxDb } from './schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { PayoutAcquirer, PayoutAnswer, PayoutProviderOutcome } from '../providers/port.ts';

export interface SandboxPayerOptions {
  db: SandboxDb;
  now: () => Date;
  /** Between booking a payout and answering, as a slow provider would. */
  delayMs: number;
  down: boolean;
}

/** The embedded acquirer's other half: makes payouts, and keeps payments of its own about them. */
export function createSandboxPayer(options: SandboxPayerOptions): PayoutAcquirer {
  return {
    async pay(attempt, signal) {
      refuseWhenDown(options);
      const behaviour = payoutBehaviourOf(attempt.destination.reveal(), attempt.amountMinor);
      if (behaviour.does === 'break_connection') throw new Error('The connection broke');
      const entry = bookedPayout(attempt.id, behaviour, options.now());
      if (!(await book(options.db, entry))) throw new Error('The attempt id is taken');
      if (behaviour.does === 'pay_silently') return neverAnswer(signal);
      await sleep(options.delayMs, undefined, { signal });
      return answerFrom(entry, options.now());
    },

    async findOutcome({ id: attemptId }) {
      refuseWhenDown(options);
      const now = options.now();
      const booked = await find(options.db, attemptId);
      if (booked !== undefined) return outcomeFrom(booked, now);
      // Booking the id makes "never seen" true for good: a request still on the way finds it taken.
      const never = { outcome: 'never_seen', decided_from: now, created_at: now } as const;
      const isNew = await book(options.db, { attempt_id: attemptId, ...never });
      const taken = isNew ? undefined : await find(options.db, attemptId);
      return taken === undefined ? { outcome: 'never_seen' } : outcomeFrom(taken, now);
    },
  };
}

function refuseWhenDown({ down }: SandboxPayerOptions): void {
  if (down) throw new Error('The payer is down');
}

interface Booked extends PayerPayoutTable {
  outcome: 'paid' | 'refused';
}

function bookedPayout(attemptId: string, behaviour: PayoutBehaviour, now: Date): Booked {
  const laterMs = 'afterMs' in behaviour ? behaviour.afterMs : 0;
  return {
    attempt_id: attemptId,
    outcome: behaviour.does === 'refuse' ? 'refused' : 'paid',
    decided_from: new Date(now.getTime() + laterMs),
    created_at: now,
  };
}

/** @returns false when the id is taken */
async function book(db: SandboxDb, entry: PayerPayoutTable): Promise<boolean> {
  const query = db
    .insertInto('sandbox.payouts')
    .values(entry)
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('attempt_id');
  const booked = await prepared(db, query.compile());
  return booked.length === 1;
}

async function find(db: SandboxDb, attemptId: string): Promise<PayerPayoutTable | undefined> {
  return db
    .selectFrom('sandbox.payouts')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}

function outcomeFrom(entry: PayerPayoutTable, now: Date): PayoutProviderOutcome {
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

/** What the embedded acquirer does with a payout; `afterMs` is how long it stays pending. */
type PayoutBehaviour =
  | { does: 'pay' | 'refuse'; afterMs: number }
  | { does: 'pay_silently' }
  | { does: 'break_connection' };

const PAY: PayoutBehaviour = { does: 'pay', afterMs: 0 };
const REFUSE: PayoutBehaviour = { does: 'refuse', afterMs: 0 };
const PAY_LATER: PayoutBehaviour = { does: 'pay', afterMs: 3_000 };

const BY_AMOUNT: ReadonlyMap<string, PayoutBehaviour> = new Map<string, PayoutBehaviour>([
  ['02', REFUSE],
  ['77', PAY_LATER],
  ['19', { does: 'pay_silently' }],
  ['41', { does: 'break_connection' }],
]);

/** Two destinations do what their last digits say; with every other one the amount chooses. */
function payoutBehaviourOf(destination: string, amountMinor: bigint): PayoutBehaviour {
  if (destination.endsWith('0002')) return REFUSE;
  if (destination.endsWith('0077')) return PAY_LATER;
  return behaviourOfAmount(amountMinor) ?? PAY;
}

function behaviourOfAmount(amountMinor: bigint): PayoutBehaviour | undefined {
  const pending = pendingAmount(amountMinor);
  if (pending === undefined) return BY_AMOUNT.get(endingInAmount(amountMinor) ?? '');
  return { does: pending.decision === 'good' ? 'pay' : 'refuse', afterMs: pending.afterMs };
}
