import { formatMinor } from '#domain/money.ts';
import { sql } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';
import type { StoredReport } from '../platform/database/tables/exception-queue.ts';
import type { Notification, ReportedPayment } from '../acquirers/port.ts';
import { raiseAttention } from './exception-queue.ts';
import { storableText } from './notice.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log'>;

/** A verified notification, as an adapter read it. */
export interface TerminalNotification {
  terminalId: string;
  notification: Notification;
}

/** What an acquirer says that cannot be true of an attempt. */
interface Contradiction {
  orderId: string;
  attemptId: string;
  message: string;
}

/**
 * Puts in the exception queue what contradicts what is known. Stores the notification that said it, if one did, and
 * queues it once for each terminal, event and reference, however often it is sent.
 *
 * @returns false if the notification was stored before
 * @throws if it could not be stored
 */
export async function recordContradiction(
  deps: Deps,
  received: TerminalNotification | undefined,
  { orderId, attemptId, message }: Contradiction,
): Promise<boolean> {
  const at = deps.now();
  const entry = { kind: 'provider_contradicts', orderId, attemptId, at } as const;
  if (received === undefined) {
    await raiseAttention(deps, deps.db, { ...entry, detail: message });
    return true;
  }
  const { terminalId, notification } = received;
  const { kind, reported } = notification;
  return deps.db.transaction().execute(async (trx) => {
    const isNew = await storeNotification(trx, {
      id: deps.newId(),
      terminal_id: terminalId,
      attempt_id: attemptId,
      kind,
      event: reported?.event ?? kind,
      reference: reported === undefined ? attemptId : referencesOf(reported).join(' '),
      reported: reported === undefined ? null : toJson(reported),
      received_at: at,
    });
    if (!isNew) return false;
    const detail = reported === undefined ? message : `${message} ${itemInWords(reported)}`;
    await raiseAttention(deps, trx, { ...entry, detail });
    return true;
  });
}

function referencesOf({ reference, ownReference }: ReportedPayment): string[] {
  return [...new Set([reference, ownReference ?? reference])];
}

function itemInWords(reported: ReportedPayment): string {
  const { event, success, amountMinor, currency } = reported;
  const references = referencesOf(reported).join(', ');
  const amount = `${formatMinor(amountMinor)} ${currency}`;
  return `The acquirer sent ${event} (success ${String(success)}, reference ${references}, ${amount}).`;
}

interface NewStored {
  id: string;
  terminal_id: string;
  attempt_id: string;
  kind: Notification['kind'];
  event: string;
  reference: string;
  /** JSON. */
  reported: string | null;
  received_at: Date;
}

/** @returns false if it is stored already, with the same content besides its reason, and was not taken since */
async function storeNotification(trx: Db, row: NewStored): Promise<boolean> {
  const { rows } = await sql`
    insert into contradictory_notifications as stored
      (id, terminal_id, attempt_id, kind, event, reference, reported, received_at)
    values (${row.id}, ${row.terminal_id}, ${row.attempt_id}, ${row.kind}, ${row.event},
      ${row.reference}, ${row.reported}::jsonb, ${row.received_at})
    on conflict (terminal_id, event, reference) do update
    set reported = excluded.reported, received_at = excluded.received_at, taken_at = null
    where stored.taken_at is not null
      or stored.reported - 'reason' is distinct from excluded.reported - 'reason'
    returning id`.execute(trx);
  return rows.length === 1;
}

/** Selects the notifications of an attempt that contradicted and were not taken since, the oldest first. */
export async function selectContradictory(
  db: Db,
  attemptId: string,
): Promise<(TerminalNotification & { id: string })[]> {
  const rows = await db
    .selectFrom('contradictory_notifications')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .where('taken_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, terminal_id: terminalId, attempt_id, kind, reported }) => ({
    id,
    terminalId,
    notification: {
      kind,
      attemptId: attempt_id,
      reported: reported ? fromJson(reported) : undefined,
    },
  }));
}

/**
 * Marks a stored notification as taken, or as not taken.
 *
 * @returns whether it was the other before
 */
export async function markTaken(db: Db, id: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contradictory_notifications')
    .set({ taken_at: at })
    .where('id', '=', id)
    .where('taken_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Writes a report as JSON, with its reason only if it may be stored. */
function toJson(reported: ReportedPayment): string {
  const { amountMinor, reason, ...others } = reported;
  const stored: StoredReport = {
    ...others,
    amountMinor: String(amountMinor),
    reason: storableText(reason),
  };
  return JSON.stringify(stored);
}

function fromJson({ amountMinor, reason, ...others }: StoredReport): ReportedPayment {
  return { ...others, amountMinor: BigInt(amountMinor), reason: reason ?? undefined };
}
