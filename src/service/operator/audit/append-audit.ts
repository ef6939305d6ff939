import type { ServiceContext } from '../../platform/context.ts';
import type { Actor } from '../actor.ts';
import type { Changed } from '../answer.ts';
import { hashOf, NO_HASH, type AuditRow } from './entry.ts';
import { isHead, NOT_RIGHT, selectHead, setHead, type AuditHead } from './head.ts';
import { selectAuditRow, takeAuditNumber } from './queries.ts';

type Deps = Pick<ServiceContext, 'db' | 'keyring' | 'now' | 'place' | 'log'>;

export interface AuditEntry extends Changed {
  actor: Actor;
  command: string;
  reason: string | undefined;
}

/**
 * Records what was changed, in the transaction that changes it.
 *
 * Changes are recorded one after the other: call it last.
 *
 * @returns the audit's new head, to be logged once the transaction is committed
 */
export async function appendAudit(
  deps: Deps,
  { actor, command, subject, before, after, reason }: AuditEntry,
): Promise<AuditHead> {
  const { db, keyring, now } = deps;
  const { cell } = deps.place;
  const number = await takeAuditNumber(db);
  const previous = await selectAuditRow(db, number - 1n);
  const row = {
    number,
    at: now(),
    actor: actor.name,
    role: actor.role,
    address: actor.address ?? null,
    command,
    subject,
    before: before === undefined ? null : JSON.stringify(before, withBigInts),
    after: after === undefined ? null : JSON.stringify(after, withBigInts),
    reason: reason ?? null,
    cell,
  };
  const hash = hashOf(keyring, row, previous?.hash ?? NO_HASH);
  await db
    .insertInto('audit')
    .values({ ...row, hash })
    .execute();
  const head = { cell, number, hash };
  await moveHead(deps, head, previous);
  return head;
}

/** Leaves a head that is not right as it is: it is what shows that the end was cut off. */
async function moveHead(
  { db, keyring, place: { cell }, log }: Deps,
  next: AuditHead,
  previous: LastRow | undefined,
): Promise<void> {
  const head = await selectHead(db);
  const isRight =
    head === undefined
      ? isBeforeHeads(next.number, previous)
      : isHead(keyring, cell, head) && follows(next.number, head, previous);
  if (isRight) await setHead({ db, keyring }, next);
  else log.error({ cell }, NOT_RIGHT);
}

type LastRow = Pick<AuditRow, 'hash' | 'cell'>;

/** The first row, or the first behind those of a release that knew of no head. */
function isBeforeHeads(number: bigint, previous: LastRow | undefined): boolean {
  return previous === undefined ? number === 1n : previous.cell === null;
}

/** Right behind the head, or behind rows that a release added since which knew of none. */
function follows(
  number: bigint,
  head: Pick<AuditHead, 'number' | 'hash'>,
  previous: LastRow | undefined,
): boolean {
  if (previous === undefined) return false;
  if (head.number === number - 1n) return Buffer.from(previous.hash).equals(head.hash);
  return head.number < number && previous.cell === null;
}

function withBigInts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
