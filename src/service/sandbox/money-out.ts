import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepared } from '../platform/database/statement.ts';
import type { PayoutAcquirer, RefundAcquirer } from '../acquirers/port.ts';
import { endingInAmount, hundredthsOf, pendingAmount } from './amounts.ts';
import { neverAnswer } from './never-answer.ts';
import type { MoneyOutTable, SandboxDb } from './schema.ts';

interface MoneyOutOptions {
  db: SandboxDb;
  now: () => Date;
  /** The delay between booking and answering, to simulate a slow acquirer. */
  delayMs: number;
  down: boolean;
}

/** What the embedded acquirer does; `afterMs` is how long the outcome is pending. */
type Behaviour =
  | { does: 'send' | 'refuse'; afterMs: number }
  | { does: 'send_silently' }
  | { does: 'break_connection' };

const SEND: Behaviour = { does: 'send', afterMs: 0 };
const REFUSE: Behaviour = { does: 'refuse', afterMs: 0 };
const SEND_LATER: Behaviour = { does: 'send', afterMs: 3_000 };

/** Behaviours by the hundredths of 101.NN. */
const BY_101_ENDING: ReadonlyMap<string, Behaviour> = new Map<string, Behaviour>([
  ['19', { does: 'send_silently' }],
  ['41', { does: 'break_connection' }],
]);

const PAYOUTS_BY_101_ENDING: ReadonlyMap<string, Behaviour> = new Map([
  ...BY_101_ENDING,
  ['02', REFUSE],
  ['77', SEND_LATER],
]);

/** Behaviours of refunds by the hundredths of any other amount. */
const REFUNDS: ReadonlyMap<string, Behaviour> = new Map([
  ['21', REFUSE],
  ['22', SEND_LATER],
]);

/** Creates the acquirer for payouts, which keeps its own records. */
export function createSandboxPayer(options: MoneyOutOptions): PayoutAcquirer {
  const records = moneyOut(options, 'sandbox.payouts', 'paid', 'destination refused');
  return {
    pay({ id, destination, amountMinor }, signal) {
      return records.send(id, payoutBehaviour(destination.reveal(), amountMinor), signal);
    },
    findOutcome: ({ id }) => records.findOutcome(id),
  };
}

/** Creates the acquirer for refunds, which keeps its own records. */
export function createSandboxRefunder(options: MoneyOutOptions): RefundAcquirer {
  const records = moneyOut(options, 'sandbox.refunds', 'refunded', 'refund refused');
  return {
    refund({ id, amountMinor }, _saveReference, signal) {
      return records.send(id, refundBehaviour(amountMinor), signal);
    },
    findOutcome: ({ id }) => records.findOutcome(id),
  };
}

/** Returns a payout's behaviour: by the last digits of two destinations, otherwise by the amount. */
function payoutBehaviour(destination: string, amountMinor: bigint): Behaviour {
  if (destination.endsWith('0002')) return REFUSE;
  if (destination.endsWith('0077')) return SEND_LATER;
  const ending = endingInAmount(amountMinor) ?? '';
  return pendingBehaviour(amountMinor) ?? PAYOUTS_BY_101_ENDING.get(ending) ?? SEND;
}

function refundBehaviour(amountMinor: bigint): Behaviour {
  const pending = pendingBehaviour(amountMinor);
  if (pending !== undefined) return pending;
  const ending = endingInAmount(amountMinor) ?? '';
  return BY_101_ENDING.get(ending) ?? REFUNDS.get(hundredthsOf(amountMinor)) ?? SEND;
}

function pendingBehaviour(amountMinor: bigint): Behaviour | undefined {
  const pending = pendingAmount(amountMinor);
  if (pending === undefined) return undefined;
  return { does: pending.decision === 'good' ? 'send' : 'refuse', afterMs: pending.afterMs };
}

/**
 * Creates an acquirer that sends money once for each attempt and can report the outcome later.
 *
 * @param sent the outcome of an attempt whose money was sent
 */
function moneyOut<Sent extends 'paid' | 'refunded'>(
  { db, now: clock, delayMs, down }: MoneyOutOptions,
  table: 'sandbox.payouts' | 'sandbox.refunds',
  sent: Sent,
  message: string,
) {
  type Entry = MoneyOutTable<Sent>;

  function refuseWhenDown(): void {
    if (down) throw new Error('The acquirer is down');
  }

  /** @returns false if the id is taken */
  async function book({ attempt_id, outcome, decided_from, created_at }: Entry): Promise<boolean> {
    const query = sql`
      insert into ${sql.table(table)} (attempt_id, outcome, decided_from, created_at)
      values (${attempt_id}, ${outcome}, ${decided_from}, ${created_at})
      on conflict (attempt_id) do nothing returning attempt_id`;
    return (await prepared(db, query.compile(db))).length === 1;
  }

  async function find(attemptId: string): Promise<Entry | undefined> {
    const query = sql<Entry>`select * from ${sql.table(table)} where attempt_id = ${attemptId}`;
    return (await query.execute(db)).rows[0];
  }

  function answerFrom({ attempt_id: id, outcome, decided_from: from }: Entry, now: Date) {
    if (outcome === 'never_seen') return { outcome } as const;
    return madeAnswer(id, outcome, from, now);
  }

  function madeAnswer(id: string, outcome: Sent | 'refused', from: Date, now: Date) {
    const reference = `sandbox-${id}`;
    if (from > now) return { outcome: 'pending', reference } as const;
    return outcome === 'refused' ? { outcome, reference, message } : { outcome, reference };
  }

  return {
    async send(id: string, behaviour: Behaviour, signal: AbortSignal) {
      refuseWhenDown();
      if (behaviour.does === 'break_connection') throw new Error('The connection broke');
      const now = clock();
      const outcome = behaviour.does === 'refuse' ? 'refused' : sent;
      const laterMs = 'afterMs' in behaviour ? behaviour.afterMs : 0;
      const from = new Date(now.getTime() + laterMs);
      const entry = { attempt_id: id, outcome, decided_from: from, created_at: now } as const;
      if (!(await book(entry))) throw new Error('The attempt id is taken');
      if (behaviour.does === 'send_silently') return neverAnswer(signal);
      await sleep(delayMs, undefined, { signal });
      return madeAnswer(id, outcome, from, clock());
    },

    async findOutcome(id: string) {
      refuseWhenDown();
      const now = clock();
      const booked = await find(id);
      if (booked !== undefined) return answerFrom(booked, now);
      // Records the id, so that "never seen" stays true: a request still in progress finds the id taken.
      const never = { outcome: 'never_seen', decided_from: now, created_at: now } as const;
      const isNew = await book({ attempt_id: id, ...never });
      const taken = isNew ? undefined : await find(id);
      return taken === undefined ? ({ outcome: 'never_seen' } as const) : answerFrom(taken, now);
    },
  };
}
