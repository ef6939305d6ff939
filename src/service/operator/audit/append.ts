import type { ServiceContext } from '../../platform/context.ts';
import type { Actor } from '../roles.ts';
import type { Call, ChangeAnswer, Changed, OperatorAnswer } from '../answer.ts';
import { type Selectable, sql } from 'kysely';
import { bindRows, boundRowName, type RowsToBind } from '../../platform/bound-rows.ts';
import { FINGERPRINTED, type Keyring } from '../../platform/keyring.ts';
import type { AuditHeadTable, AuditTable } from '../../platform/database/tables/operating.ts';
import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { runInSlices } from '../../platform/in-turns.ts';
import { writeJsonInSlices } from '../../platform/json-in-slices.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { isTimedWorkDue, claimTimedWork } from '../../platform/database/due-work.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring' | 'now' | 'log'>;

/** A member whose value changed; secrets appear as fingerprints. */
export interface MemberChange {
  before?: unknown;
  after?: unknown;
}

/**
 * Runs a change and records it in the audit, in one transaction. After the commit it wakes the webhooks and logs the
 * audit's head, so that a copy of it exists outside the database.
 */
export async function recordingChanges<Answer extends ChangeAnswer>(
  context: ServiceContext,
  call: Pick<Call, 'command' | 'actor' | 'reason'>,
  change: (within: ServiceContext) => Promise<Answer>,
): Promise<Answer> {
  const woken = { webhooks: false };
  const rowsToBind: RowsToBind = new Map();
  let head: AuditHead | undefined;
  const answer = await inTransaction(context.db, async (db) => {
    const within = {
      ...context,
      db,
      rowsToBind,
      wakeWebhooks: () => {
        woken.webhooks = true;
      },
    };
    const changed = await change(within);
    if (changed.ok && changed.changed !== undefined) {
      head = await appendAudit(within, {
        ...call,
        ...changed.changed,
        boundRows: namesOf(rowsToBind),
      });
    }
    await bindRows(within, rowsToBind, head?.number);
    return changed;
  });
  if (woken.webhooks) context.wakeWebhooks();
  // In an outer transaction, the change is not committed yet.
  if (head !== undefined && !context.db.isTransaction) logHead(context, head);
  return answer;
}

/** Runs something, and determines what it changed by comparing the state before and after. */
export async function compared<Result>(
  subject: string,
  read: () => Promise<object | undefined>,
  run: () => Promise<OperatorAnswer<Result>>,
): Promise<ChangeAnswer<Result>> {
  const before = (await read()) ?? {};
  const answer = await run();
  if (!answer.ok) return answer;
  return { ...answer, changed: differing(subject, before, (await read()) ?? {}) };
}

function differing(subject: string, before: object, after: object): Changed | undefined {
  const members = Object.entries(memberChanges(before, after));
  if (members.length === 0) return undefined;
  return {
    subject,
    before: Object.fromEntries(members.map(([name, change]) => [name, change.before])),
    after: Object.fromEntries(members.map(([name, change]) => [name, change.after])),
  };
}

/** Returns the members of `given` that differ from `before`; members that are not given stay unchanged. */
export function memberChanges(before: object, given: object): Record<string, MemberChange> {
  const present = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(given)
      .map(
        ([name, after]: [string, unknown]) => [name, { before: present.get(name), after }] as const,
      )
      .filter(([, change]) => !isDeepStrictEqual(change.before, change.after)),
  );
}

/** Names the rows as the audit does, for `audit verify`. */
function namesOf(rows: RowsToBind): string[] {
  return [...rows].flatMap(([table, ids]) => [...ids].map((id) => boundRowName(table, id)));
}

interface AuditEntry extends Changed {
  actor: Actor;
  command: string;
  reason?: string | undefined;
  /** The rows that the change made and that are bound to its number. */
  boundRows: readonly string[];
}

/**
 * Appends an audit row in the transaction of the change. Taking the row's number blocks other appends until the
 * transaction ends, so call this last.
 *
 * @returns the audit's new head, to be logged once the transaction is committed
 */
async function appendAudit(
  deps: Deps,
  { actor, command, subject, before, after, reason, boundRows }: AuditEntry,
): Promise<AuditHead> {
  const { db, keyring, now } = deps;
  const number = await takeAuditNumber(db);
  const previous = await selectAuditHash(db, number - 1n);
  const row = {
    number,
    at: now(),
    actor: actor.name,
    role: actor.role,
    address: actor.address ?? null,
    command,
    subject,
    before: await jsonOf(before),
    after: await jsonOf(after),
    reason: reason ?? null,
    bound_rows: boundRows.length === 0 ? null : JSON.stringify(boundRows),
  };
  const hash = auditRowHash(keyring, row, previous ?? NO_HASH);
  await db
    .insertInto('audit')
    .values({ ...row, hash })
    .execute();
  const head = { number, hash };
  await moveHead(deps, head, previous);
  return head;
}

/**
 * Moves the head to the new row. Leaves an invalid head unchanged, as evidence that the end of the audit was cut off.
 */
async function moveHead(
  { db, keyring, log }: Deps,
  next: AuditHead,
  previous: Uint8Array | undefined,
): Promise<void> {
  const head = await selectHead(db);
  const isRight =
    head === undefined
      ? next.number === 1n
      : isHead(keyring, head) && isLastRow(head, { number: next.number - 1n, hash: previous });
  if (isRight) await setHead({ db, keyring }, next);
  else log.error(NOT_RIGHT);
}

/** Returns whether the head is the row with this number and hash. */
export function isLastRow(
  head: AuditHead,
  { number, hash }: { number: bigint; hash: Uint8Array | undefined },
): boolean {
  return head.number === number && hash !== undefined && Buffer.from(hash).equals(head.hash);
}

/** Writes JSON in slices, because a change by a file may be megabytes. */
async function jsonOf(part: object | undefined): Promise<string | null> {
  return part === undefined ? null : runInSlices(writeJsonInSlices(part, withBigInts));
}

function withBigInts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

export type AuditRow = Selectable<AuditTable>;

/** The hash before the first row's. */
export const NO_HASH = Buffer.alloc(0);

/**
 * Returns a row's hash, which covers its columns and the previous row's hash. The hash is keyed: without the master
 * key, write access to the database is not enough to rebuild the chain over a changed row.
 */
export function auditRowHash(
  keyring: Keyring,
  { hash: _hash, number, at, ...row }: Omit<AuditRow, 'hash'> & { hash?: unknown },
  previous: Uint8Array,
): Buffer {
  const hashed = [
    Buffer.from(previous).toString('hex'),
    String(number),
    at.toISOString(),
    row.actor,
    row.role,
    row.address,
    row.command,
    row.subject,
    row.before,
    row.after,
    row.reason,
    row.bound_rows,
  ];
  return keyring.fingerprint(FINGERPRINTED.auditRow, JSON.stringify(hashed));
}

/** Takes the next row's number. Locks the counter's row, so other appends wait until the transaction ends. */
async function takeAuditNumber(trx: Db): Promise<bigint> {
  const { turn } = await trx
    .updateTable('exclusive_work')
    .set(({ eb }) => ({ turn: eb('turn', '+', 1n) }))
    .where('name', '=', 'append-audit')
    .returning('turn')
    .executeTakeFirstOrThrow();
  return turn;
}

async function selectAuditHash(db: Db, number: bigint): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('audit')
    .select('hash')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.hash;
}

/** The last row of the audit. */
export interface AuditHead {
  number: bigint;
  hash: Uint8Array;
}

/**
 * The head as stored. Because its hash is keyed, write access to the database alone is not enough to cut off the
 * audit's end.
 */
type RestingHead = Pick<Selectable<AuditHeadTable>, 'number' | 'hash' | 'mac'>;

const ROW = 1;

function headMac(keyring: Pick<Keyring, 'fingerprint'>, head: AuditHead): Buffer {
  const hashed = [String(head.number), hex(head.hash)];
  return keyring.fingerprint(FINGERPRINTED.auditHead, JSON.stringify(hashed));
}

/** Returns whether the service wrote this head. */
export function isHead(
  keyring: Pick<Keyring, 'fingerprint'>,
  { mac, ...head }: RestingHead,
): boolean {
  const right = headMac(keyring, head);
  return mac.length === right.length && timingSafeEqual(mac, right);
}

export function selectHead(db: Db): Promise<RestingHead | undefined> {
  return db.selectFrom('audit_head').select(['number', 'hash', 'mac']).executeTakeFirst();
}

export interface AuditEnd {
  /** The number of rows there should be. */
  turn: bigint;
  head: RestingHead | undefined;
}

/** Reads both in one statement, because they change together. */
export async function selectEnd(db: Db): Promise<AuditEnd> {
  const { rows } = await sql<
    { turn: bigint } & { [Member in keyof RestingHead]: RestingHead[Member] | null }
  >`
    select turn, head.number, head.hash, head.mac
    from exclusive_work left join audit_head head on true where name = 'append-audit'`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The audit has no turn');
  const { turn, number, hash, mac } = row;
  const isThere = number !== null && hash !== null && mac !== null;
  return { turn, head: isThere ? { number, hash, mac } : undefined };
}

async function setHead(
  { db, keyring }: { db: Db; keyring: Keyring },
  head: AuditHead,
): Promise<void> {
  const { number, hash } = head;
  const values = { number, hash, mac: headMac(keyring, head) };
  await db
    .insertInto('audit_head')
    .values({ id: ROW, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/** Logs the head. A copy outside the database proves later that the end was not cut off: `audit verify --head`. */
function logHead({ log }: Pick<ServiceContext, 'log'>, { number, hash }: AuditHead): void {
  log.info({ auditRows: String(number), auditHead: hex(hash) }, 'The last row of the audit');
}

const HOUR_MS = 3_600_000;

/** Logs the head every hour, in one process. */
export function auditHeadSweep(context: ServiceContext): Sweep {
  const { db, keyring, log } = context;
  return {
    name: 'log-audit-head',
    due: (now) => isTimedWorkDue('log-audit-head', now),
    async run() {
      const now = context.now();
      const until = new Date(now.getTime() + HOUR_MS);
      if (!(await claimTimedWork(db, 'log-audit-head', { now, until }))) return;
      const { head, turn } = await selectEnd(db);
      if (head === undefined) return;
      if (head.number > turn || !isHead(keyring, head)) log.error(NOT_RIGHT);
      else logHead(context, head);
    },
  };
}

const NOT_RIGHT = 'The end of the audit was changed: run audit verify';

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
