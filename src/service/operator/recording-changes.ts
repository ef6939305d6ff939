import type { ServiceContext } from '../platform/context.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { appendAudit } from './audit/append-audit.ts';
import { logHead, type AuditHead } from './audit/head.ts';
import type { Call, ChangeAnswer, Changed, OperatorAnswer } from './answer.ts';
import { memberChanges } from './deployment/change.ts';

/**
 * Has something changed, and recorded in the same transaction. Once it is committed webhooks are woken, and the audit's
 * head is logged: with the log it leaves the database.
 */
export async function recordingChanges<Answer extends ChangeAnswer>(
  context: ServiceContext,
  call: Pick<Call, 'command' | 'actor'> & { reason: string | undefined },
  change: (within: ServiceContext) => Promise<Answer>,
): Promise<Answer> {
  const woken = { webhooks: false };
  let head: AuditHead | undefined;
  const answer = await inTransaction(context.db, async (db) => {
    const within = {
      ...context,
      db,
      wakeWebhooks: () => {
        woken.webhooks = true;
      },
    };
    const changed = await change(within);
    if (changed.ok && changed.changed !== undefined) {
      head = await appendAudit(within, { ...call, ...changed.changed });
    }
    return changed;
  });
  if (woken.webhooks) context.wakeWebhooks();
  // Within a transaction that goes on, nobody knows yet whether it will be so.
  if (head !== undefined && !context.db.isTransaction) logHead(context, head);
  return answer;
}

/** Has something done, and tells from how things stand before and after what it changed. */
export async function compared(
  subject: string,
  read: () => Promise<object | undefined>,
  run: () => Promise<OperatorAnswer>,
): Promise<ChangeAnswer> {
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
