import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Insertable, Selectable } from 'kysely';
import { prepared } from '../platform/database/statement.ts';
import type {
  NewTransfer,
  Receipt,
  TransferAcquirer,
  TransferAnswer,
  TransferOutcome,
} from '../acquirers/port.ts';
import { neverAnswer } from './never-answer.ts';
import type { SandboxDb, SentMoneyTable, TransferTable } from './schema.ts';
import { CONFIRMATIONS_NEEDED, transferInstructions } from './transfer-instructions.ts';
import { sendsMoney, transferBehaviourOf, type TransferBehaviour } from './transfer-outcomes.ts';

export interface SandboxTransferOptions {
  db: SandboxDb;
  now: () => Date;
  /** The delay between booking a payment and answering, to simulate a slow acquirer. */
  delayMs: number;
  down: boolean;
}

export type BookedTransfer = Selectable<TransferTable>;
type SentMoney = Pick<
  Selectable<SentMoneyTable>,
  'reference' | 'amount_minor' | 'sent_at' | 'arrives_at'
>;

/** Creates the embedded acquirer for payins that are not by card. */
export function createSandboxTransfers(options: SandboxTransferOptions): TransferAcquirer {
  const findOutcome = async (attemptId: string): Promise<TransferOutcome> => {
    refuseWhenDown(options);
    const found = await findWithSent(options.db, attemptId);
    if (found !== undefined) return outcomeFrom(found, options.now());
    // Records the id, so that "never seen" stays true: a request still in progress finds the id taken.
    await bookTransfer(options.db, neverSeen(attemptId, options.now()));
    const taken = await findWithSent(options.db, attemptId);
    return taken === undefined ? { outcome: 'never_seen' } : outcomeFrom(taken, options.now());
  };
  return {
    async begin(attempt, _saveReference, signal) {
      refuseWhenDown(options);
      const now = options.now();
      const behaviour = transferBehaviourOf(attempt.input, attempt.amountMinor);
      if (behaviour.does === 'break_connection') throw new Error('The connection broke');
      const booked = transferFor(attempt, behaviour, now);
      if (!(await bookTransfer(options.db, booked))) throw new Error('The attempt id is taken');
      const sent = await sendAll(options.db, booked, sentAtOnce(attempt, behaviour, now));
      if (behaviour.does === 'approve_silently') return neverAnswer(signal);
      await sleep(options.delayMs, undefined, { signal });
      return firstAnswer(outcomeFrom({ booked, sent }, options.now()));
    },

    findOutcome: ({ id }) => findOutcome(id),
    confirmNotification: ({ id }) => findOutcome(id),

    async giveUp({ id }) {
      refuseWhenDown(options);
      const { booked, sent = [] } = (await findWithSent(options.db, id)) ?? {};
      const now = options.now();
      // Money that the network is still confirming was sent in time: such a payment is not given up.
      const isConfirming = sent.some((money) => isOnTheWay(money, now));
      if (!isConfirming && (await endTransfer(options.db, id, { state: 'abandoned' }))) {
        if (booked?.pays_late === true) await sendAll(options.db, booked, [inFull(booked, now)]);
      }
      return findOutcome(id);
    },
  };
}

function refuseWhenDown({ down }: SandboxTransferOptions): void {
  if (down) throw new Error('The acquirer is down');
}

/** A transfer whose attempt has reached the acquirer. */
export interface SeenTransfer extends BookedTransfer {
  order_id: string;
  source: NonNullable<BookedTransfer['source']>;
  amount_minor: bigint;
  currency: NonNullable<BookedTransfer['currency']>;
}

export function wasSeen(booked: BookedTransfer): booked is SeenTransfer {
  return booked.order_id !== null && booked.source !== null;
}

function transferFor(attempt: NewTransfer, behaviour: TransferBehaviour, now: Date): SeenTransfer {
  const { source } = attempt.input;
  const declined = behaviour.does === 'decline';
  const approves = behaviour.does === 'approve' || behaviour.does === 'approve_silently';
  return {
    attempt_id: attempt.id,
    state: declined ? behaviour.hardness : approves && !sendsMoney(source) ? 'approved' : 'waiting',
    message: declined ? behaviour.decline.message : null,
    reason: declined ? behaviour.decline.reason : null,
    decided_from: new Date(now.getTime() + afterMs(behaviour)),
    created_at: now,
    order_id: attempt.orderId,
    source,
    amount_minor: attempt.amountMinor,
    currency: attempt.currency,
    pays_late: behaviour.does === 'send_late',
  };
}

/** The time between two slow confirmations. */
const SLOW_CONFIRMATION_MS = 60_000;

function afterMs(behaviour: TransferBehaviour): number {
  if (behaviour.does === 'confirm_slowly') return SLOW_CONFIRMATION_MS * CONFIRMATIONS_NEEDED;
  return 'afterMs' in behaviour ? behaviour.afterMs : 0;
}

interface Sending {
  amountMinor: bigint;
  sentAt: Date;
  arrivesAt: Date;
}

/** Returns what the payer sends without visiting the simulated bank. */
function sentAtOnce(
  { input: { source }, amountMinor }: NewTransfer,
  behaviour: TransferBehaviour,
  now: Date,
): Sending[] {
  if (!sendsMoney(source)) return [];
  const arrivesAt = new Date(now.getTime() + afterMs(behaviour));
  switch (behaviour.does) {
    case 'approve':
      return [{ amountMinor, sentAt: arrivesAt, arrivesAt }];
    case 'approve_silently':
    case 'confirm_slowly':
      return [{ amountMinor, sentAt: now, arrivesAt }];
    case 'send':
      return partsOf(amountMinor, behaviour.percents).map((part) => ({
        amountMinor: part,
        sentAt: now,
        arrivesAt,
      }));
    case 'wait':
    case 'decline':
    case 'send_late':
    case 'break_connection':
      return [];
  }
}

/**
 * Splits an amount by percentages. Rounds the running total, so that parts of 100 % in total add up to the amount.
 */
export function partsOf(amountMinor: bigint, percents: readonly number[]): bigint[] {
  const upTo = (count: number) =>
    (amountMinor * BigInt(percents.slice(0, count).reduce((sum, percent) => sum + percent, 0))) /
    100n;
  return percents.map((_, index) => upTo(index + 1) - upTo(index));
}

/** Returns the whole amount, which arrives after the answer that gives the payment up. */
function inFull({ amount_minor }: Pick<BookedTransfer, 'amount_minor'>, now: Date): Sending {
  const arrivesAt = new Date(now.getTime() + 1_000);
  return { amountMinor: amount_minor ?? 0n, sentAt: arrivesAt, arrivesAt };
}

function neverSeen(attemptId: string, now: Date): Insertable<TransferTable> {
  return {
    attempt_id: attemptId,
    state: 'never_seen',
    message: null,
    reason: null,
    decided_from: now,
    created_at: now,
    order_id: null,
    source: null,
    amount_minor: null,
    currency: null,
  };
}

/** Returns the answer to `begin`. A payment that was just booked is neither unseen nor abandoned. */
function firstAnswer(found: TransferOutcome): TransferAnswer {
  if (found.outcome === 'never_seen' || found.outcome === 'abandoned') {
    throw new Error('The attempt was given up before it was made');
  }
  return found;
}

function outcomeFrom({ booked, sent }: FoundTransfer, now: Date): TransferOutcome {
  if (!wasSeen(booked)) return { outcome: 'never_seen' };
  const reference = `sandbox-${booked.attempt_id}`;
  const receipts = sent.flatMap((money) => receiptOf(money, now));
  const state = booked.decided_from > now ? 'waiting' : booked.state;
  switch (state) {
    case 'waiting':
      return {
        outcome: 'waiting',
        reference,
        instructions: instructionsOf({ booked, sent }, receipts, now),
        receipts,
      };
    case 'approved':
      return { outcome: 'approved', reference, receipts };
    case 'soft_decline':
    case 'hard_decline':
      return {
        outcome: state,
        reference,
        message: booked.message ?? 'declined',
        reason: booked.reason ?? 'other',
        receipts,
      };
    case 'abandoned':
      return { outcome: 'abandoned', receipts };
    case 'never_seen':
      return { outcome: 'never_seen' };
  }
}

function receiptOf({ reference, amount_minor, arrives_at }: SentMoney, now: Date): Receipt[] {
  return arrives_at > now ? [] : [{ reference, amountMinor: amount_minor }];
}

function isOnTheWay({ sent_at: sentAt, arrives_at: arrivesAt }: SentMoney, now: Date): boolean {
  return sentAt <= now && now < arrivesAt;
}

function instructionsOf(
  { booked, sent }: { booked: SeenTransfer; sent: readonly SentMoney[] },
  receipts: readonly Receipt[],
  now: Date,
) {
  // Money that is on the way counts: what arrived before is a receipt.
  const onTheWay = sent.filter((money) => isOnTheWay(money, now));
  const counted = onTheWay.length > 0 ? onTheWay : sent;
  const confirmations = Math.max(0, ...counted.map((money) => confirmationsOf(money, now)));
  return transferInstructions({
    attemptId: booked.attempt_id,
    source: booked.source,
    leftMinor: receipts.reduce((left, { amountMinor }) => left - amountMinor, booked.amount_minor),
    confirmations,
    begunAt: booked.created_at,
  });
}

function confirmationsOf({ sent_at: sentAt, arrives_at: arrivesAt }: SentMoney, now: Date): number {
  if (arrivesAt <= now) return CONFIRMATIONS_NEEDED;
  const stepMs = (arrivesAt.getTime() - sentAt.getTime()) / CONFIRMATIONS_NEEDED;
  return Math.max(0, Math.floor((now.getTime() - sentAt.getTime()) / stepMs));
}

/**
 * Records a payment under its attempt id.
 *
 * @returns false if the id is taken: the attempt was made before, or it was given up as never seen
 */
async function bookTransfer(db: SandboxDb, transfer: Insertable<TransferTable>): Promise<boolean> {
  const query = db
    .insertInto('sandbox.transfers')
    .values(transfer)
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('attempt_id');
  const booked = await prepared(db, query.compile());
  return booked.length === 1;
}

/** A payment and all money sent for it, in the order sent. */
interface FoundTransfer {
  booked: BookedTransfer;
  sent: readonly SentMoney[];
}

async function findWithSent(db: SandboxDb, attemptId: string): Promise<FoundTransfer | undefined> {
  const query = db
    .selectFrom('sandbox.transfers as transfer')
    .leftJoin('sandbox.receipts as sent', 'sent.attempt_id', 'transfer.attempt_id')
    .select(TRANSFER_COLUMNS.map((column) => `transfer.${column}` as const))
    .select([
      'sent.reference',
      'sent.amount_minor as sent_minor',
      'sent.sent_at',
      'sent.arrives_at',
    ])
    .where('transfer.attempt_id', '=', attemptId)
    .orderBy('sent.sent_at');
  const rows = await prepared(db, query.compile());
  const [booked] = rows;
  if (booked === undefined) return undefined;
  return {
    booked,
    sent: rows.flatMap(({ reference, sent_minor: amount_minor, sent_at, arrives_at }) =>
      reference === null || amount_minor === null || sent_at === null || arrives_at === null
        ? []
        : [{ reference, amount_minor, sent_at, arrives_at }],
    ),
  };
}

export const TRANSFER_COLUMNS = [
  'attempt_id',
  'state',
  'message',
  'reason',
  'decided_from',
  'created_at',
  'order_id',
  'source',
  'amount_minor',
  'currency',
  'pays_late',
] as const satisfies (keyof TransferTable)[];

/** Ends a payment that is waiting for its payer. @returns false if it was not waiting */
export async function endTransfer(
  db: SandboxDb,
  attemptId: string,
  end: Pick<BookedTransfer, 'state'> & Partial<Pick<BookedTransfer, 'message' | 'reason'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox.transfers')
    .set(end)
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Sends money for a payment, whatever its state. */
export async function sendAll(
  db: SandboxDb,
  { attempt_id, order_id }: Pick<BookedTransfer, 'attempt_id' | 'order_id'>,
  sendings: readonly Sending[],
): Promise<SentMoney[]> {
  if (sendings.length === 0 || order_id === null) return [];
  const sent = sendings.map(({ amountMinor, sentAt, arrivesAt }) => ({
    reference: randomUUID(),
    amount_minor: amountMinor,
    sent_at: sentAt,
    arrives_at: arrivesAt,
  }));
  const rows = sent.map((money) => ({ ...money, attempt_id, order_id }));
  await prepared(db, db.insertInto('sandbox.receipts').values(rows).compile());
  return sent;
}
