import type { ServiceContext } from '../../platform/context.ts';
import type { Actor } from '../actor.ts';
import type { Changed } from '../answer.ts';
import { hashOf, NO_HASH } from './entry.ts';
import { selectAuditHash, takeAuditNumber } from './queries.ts';

export interface AuditEntry extends Changed {
  actor: Actor;
  command: string;
  reason: string | undefined;
}

/**
 * Records what was changed, in the transaction that changes it.
 *
 * Changes are recorded one after the other: call it last.
 */
export async function appendAudit(
  { db, keyring, now }: Pick<ServiceContext, 'db' | 'keyring' | 'now'>,
  { actor, command, subject, before, after, reason }: AuditEntry,
): Promise<void> {
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
    before: before === undefined ? null : JSON.stringify(before, withBigInts),
    after: after === undefined ? null : JSON.stringify(after, withBigInts),
    reason: reason ?? null,
  };
  const hash = hashOf(keyring, row, previous ?? NO_HASH);
  await db
    .insertInto('audit')
    .values({ ...row, hash })
    .execute();
}

function withBigInts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
