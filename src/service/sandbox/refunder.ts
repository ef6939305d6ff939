import { setTimeout as sleep } from 'node:timers/promises';
import { endingInAmount, hundredthsOf, pendingAmount } from './amounts.ts';
import { neverAnswer } from './never-answer.ts';
import type { RefunderRefundTable, SandboxDb } from './schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { RefundAcquirer, RefundAnswer, RefundProviderOutcome } from '../providers/port.ts';

interface SandboxRefunderOptions {
  db: SandboxDb;
  now: () => Date;
  /** Between booking a refund and answering, as a slow provider would. */
  delayMs: number;
  down: boolean;
}

/** What the embedded acquirer does with a refund; `afterMs` is how long it stays pending. */
type RefundBehaviour =
  | { does: 'refund' | 'refuse'; afterMs: number }
  | { does: 'refund_silently' }
  | { does: 'break_connection' };

/** By the hundredths of any amount. */
const OF_ANY: ReadonlyMap<string, RefundBehaviour> = new Map<string, RefundBehaviour>([
  ['21', { does: 'refuse', afterMs: 0 }],
  ['22', { does: 'refund', afterMs: 3_000 }],
]);

/** By the hundredths of 101.NN, as payouts do. */
const OF_101: ReadonlyMap<string, RefundBehaviour> = new Map<string, RefundBehaviour>([
  ['19', { does: 'refund_silently' }],
  ['41', { does: 'break_connection' }],
]);

const REFUND: RefundBehaviour = { does: 'refund', afterMs: 0 };

/** The embedded acquirer's refunds, with records of its own. */
export function createSandboxRefunder(options: SandboxRefunderOptions): RefundAcquirer {
  return {
    async refund({ id, amountMinor }, _saveReference, signal) {
      refuseWhenDown(options);
      const behaviour = behaviourOf(amountMinor);
      if (behaviour.does === 'break_connection') throw new Error('The connection broke');
      const entry = bookedRefund(id, behaviour, options.now());
      if (!(await book(options.db, entry))) throw new Error('The attempt id is taken');
      if (behaviour.does === 'refund_silently') return neverAnswer(signal);
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

function refuseWhenDown({ down }: SandboxRefunderOptions): void {
  if (down) throw new Error('The acquirer is down');
}

function behaviourOf(amountMinor: bigint): RefundBehaviour {
  const pending = pendingAmount(amountMinor);
  if (pending === undefined) {
    const special = OF_101.get(endingInAmount(amountMinor) ?? '');
    return special ?? OF_ANY.get(hundredthsOf(amountMinor)) ?? REFUND;
  }
  return { does: pending.decision === 'good' ? 'refund' : 'refuse', afterMs: pending.afterMs };
}

interface Booked extends RefunderRefundTable {
  outcome: 'refunded' | 'refused';
}

function bookedRefund(attemptId: string, behaviour: RefundBehaviour, now: Date): Booked {
  const laterMs = 'afterMs' in behaviour ? behaviour.afterMs : 0;
  return {
    attempt_id: attemptId,
    outcome: behaviour.does === 'refuse' ? 'refused' : 'refunded',
    decided_from: new Date(now.getTime() + laterMs),
    created_at: now,
  };
}

/** @returns false when the id is taken */
async function book(db: SandboxDb, entry: RefunderRefundTable): Promise<boolean> {
  const query = db
    .insertInto('sandbox.refunds')
    .values(entry)
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('attempt_id');
  const booked = await prepared(db, query.compile());
  return booked.length === 1;
}

async function find(db: SandboxDb, attemptId: string): Promise<RefunderRefundTable | undefined> {
  return db
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}

function outcomeFrom(entry: RefunderRefundTable, now: Date): RefundProviderOutcome {
  const { outcome } = entry;
  return outcome === 'never_seen' ? { outcome } : answerFrom({ ...entry, outcome }, now);
}

function answerFrom(
  { attempt_id: id, outcome, decided_from: from }: Booked,
  now: Date,
): RefundAnswer {
  const reference = `sandbox-${id}`;
  if (from > now) return { outcome: 'pending', reference };
  return outcome === 'refunded'
    ? { outcome, reference }
    : { outcome, reference, message: 'refund refused' };
}
