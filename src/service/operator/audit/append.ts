import type { ServiceContext } from '../../platform/context.ts';
import {
  type Call,
  type ChangeAnswer,
  type Changed,
  DONE,
  NOT_FOUND,
  type OperatorAnswer,
} from '../answer.ts';
import type { Nullable, Selectable } from 'kysely';
import { bindRows, boundRowName, type RowsToBind } from '../../platform/bound-rows.ts';
import { FINGERPRINTED, type Keyring } from '../../platform/keyring.ts';
import type { AuditHeadTable, AuditTable } from '../../platform/database/tables/operating.ts';
import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { runInGroups } from '../../platform/in-turns.ts';
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
 * Runs a change and records it in the audit, in one transaction. A change that is refused, or a dry run, is rolled back.
 * After the commit it wakes the webhooks and logs the audit's head, so that a copy of it exists outside the database.
 */
export async function recordingChanges<Answer extends ChangeAnswer>(
  context: ServiceContext,
  call: Pick<Call, 'command' | 'actor' | 'reason'>,
  change: (within: ServiceContext) => Promise<Answer>,
): Promise<Answer> {
  const woken = { webhooks: false };
  let head: AuditHead | undefined;
  const rolledBack: Answer[] = [];
  const work = inTransaction(context.db, async (db) => {
    const rowsToBind: RowsToBind = new Map();
    const within = {
      ...context,
      db,
      rowsToBind,
      wakeWebhooks: () => {
        woken.webhooks = true;
      },
    };
    const answer = await change(within);
    if (!answer.ok || answer.isDryRun === true) {
      rolledBack.push(answer);
      throw new RollBack();
    }
    const changes = [answer.changed ?? []].flat();
    if (changes.length > 0) head = await appendAudit(within, call, changes, rowsToBind);
    else await bindRows(within, rowsToBind);
    return answer;
  });
  try {
    const answer = await work;
    if (woken.webhooks) context.wakeWebhooks();
    // In an outer transaction, the change is not committed yet.
    if (head !== undefined && !context.db.isTransaction) logHead(context, head);
    return answer;
  } catch (error) {
    const answer = rolledBack.at(-1);
    if (answer === undefined || !(error instanceof RollBack)) throw error;
    return answer;
  }
}

/** Ends a transaction whose answer is ready and whose changes must not stay. */
class RollBack extends Error {}

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

/** Answers for something that ended, unless it had: its column of that name was null before. */
export function ended(
  subject: string,
  column: string,
  at: Date | undefined,
): ChangeAnswer<{ done: true }> {
  if (at === undefined) return NOT_FOUND;
  return { ...DONE, changed: { subject, before: { [column]: null }, after: { [column]: at } } };
}

/** Returns the change to the members of `after`; undefined if nothing differs. */
export function differing(subject: string, before: object, after: object): Changed | undefined {
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

/** Rows that are inserted in one statement. */
const ROWS_AT_ONCE = 100;

/**
 * Appends an audit row for each change, in the transaction of the changes, and binds the rows that they made to its
 * number. Taking the numbers blocks other appends until the transaction ends, so call this last.
 *
 * Leaves an invalid head unchanged, as evidence that the end of the audit was cut off.
 *
 * @returns the audit's new head, to be logged once the transaction is committed
 */
async function appendAudit(
  deps: Deps,
  { actor, command, reason }: Pick<Call, 'command' | 'actor' | 'reason'>,
  changes: readonly Changed[],
  rowsToBind: RowsToBind,
): Promise<AuditHead> {
  const { db, keyring, now } = deps;
  const last = await takeAuditNumbers(db, changes.length);
  const first = last - BigInt(changes.length) + 1n;
  const numbers = new Map(changes.map(({ row }, index) => [row, first + BigInt(index)]));
  const numberOf = (row: string) => numbers.get(row) ?? last;
  const names = [...rowsToBind].flatMap(([table, ids]) =>
    [...ids].map((id) => boundRowName(table, id)),
  );
  const boundRows = Map.groupBy(names, numberOf);
  const toRow = ({ subject, before, after }: Changed, number: bigint) => ({
    number,
    at: now(),
    actor: actor.name,
    role: actor.role,
    address: actor.address ?? null,
    command,
    subject,
    before: toJson(before),
    after: toJson(after),
    reason: reason ?? null,
    bound_rows: boundRows.has(number) ? JSON.stringify(boundRows.get(number)) : null,
  });
  const { hash, head } = await selectLastBefore(db, first);
  const isRight =
    head === undefined
      ? first === 1n
      : isHead(keyring, head) && isLastRow(head, { number: first - 1n, hash });
  if (!isRight) deps.log.error(NOT_RIGHT);
  const end: AuditHead = { number: first - 1n, hash: hash ?? NO_HASH };
  await runInGroups(changes, ROWS_AT_ONCE, async (group) => {
    const rows = group.map((change) => {
      end.number += 1n;
      const row = toRow(change, end.number);
      end.hash = auditRowHash(keyring, row, end.hash);
      return { ...row, hash: end.hash };
    });
    const withHead = isRight ? db.with('head', () => movingHead(deps, end)) : db;
    await withHead.insertInto('audit').values(rows).execute();
    return [];
  });
  await bindRows(deps, rowsToBind, numberOf);
  return end;
}

/** Returns whether the head is the row with this number and hash. */
export function isLastRow(
  head: AuditHead,
  { number, hash }: { number: bigint; hash: Uint8Array | undefined },
): boolean {
  return head.number === number && hash !== undefined && Buffer.from(hash).equals(head.hash);
}

function toJson(part: object | undefined): string | null {
  return part === undefined ? null : JSON.stringify(part, withBigInts);
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

/**
 * Takes the numbers of the next rows. Locks the counter's row, so other appends wait until the transaction ends.
 *
 * @returns the last of them
 */
async function takeAuditNumbers(trx: Db, count: number): Promise<bigint> {
  const { turn } = await trx
    .updateTable('exclusive_work')
    .set(({ eb }) => ({ turn: eb('turn', '+', BigInt(count)) }))
    .where('name', '=', 'append-audit')
    .returning('turn')
    .executeTakeFirstOrThrow();
  return turn;
}

/** Reads the hash of the row before a number, and the head. */
async function selectLastBefore(
  db: Db,
  number: bigint,
): Promise<{ hash: Uint8Array | undefined; head: RestingHead | undefined }> {
  const row = await db
    .selectFrom('exclusive_work')
    .leftJoin('audit', (join) => join.on('audit.number', '=', number - 1n))
    .leftJoin('audit_head as head', (join) => join.onTrue())
    .select(['audit.hash as last_hash', 'head.number', 'head.hash', 'head.mac'])
    .where('name', '=', 'append-audit')
    .executeTakeFirstOrThrow();
  return { hash: row.last_hash ?? undefined, head: toHead(row) };
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

function toHead({ number, hash, mac }: Nullable<RestingHead>): RestingHead | undefined {
  const isThere = number !== null && hash !== null && mac !== null;
  return isThere ? { number, hash, mac } : undefined;
}

export interface AuditEnd {
  /** The number of rows there should be. */
  turn: bigint;
  head: RestingHead | undefined;
}

/** Reads both in one statement, because they change together. */
export async function selectEnd(db: Db): Promise<AuditEnd> {
  const row = await db
    .selectFrom('exclusive_work')
    .leftJoin('audit_head as head', (join) => join.onTrue())
    .select(['turn', 'head.number', 'head.hash', 'head.mac'])
    .where('name', '=', 'append-audit')
    .executeTakeFirstOrThrow();
  return { turn: row.turn, head: toHead(row) };
}

/** Builds the statement that sets the head. */
function movingHead({ db, keyring }: Pick<Deps, 'db' | 'keyring'>, head: AuditHead) {
  const { number, hash } = head;
  const values = { number, hash, mac: headMac(keyring, head) };
  return db
    .insertInto('audit_head')
    .values({ id: ROW, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values));
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
