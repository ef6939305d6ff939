import { sql, type RawBuilder } from 'kysely';
import { isAnyDue, type QueryTime } from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { ReceiverAnswer } from './post.ts';
import type { WebhookState } from '../platform/database/tables/webhooks.ts';

/** A merchant's sealed webhook secret, with the one that it replaces while both are in use. */
export interface SealedSecrets {
  merchant_id: string;
  webhook_secret_sealed: Uint8Array;
  webhook_secret_old_sealed: Uint8Array | null;
  webhook_secret_old_until: Date | null;
  webhook_signature_switches_at: Date | null;
}

/** An event that this process may send until the lease ends. */
export interface LeasedEvent extends SealedSecrets {
  id: string;
  lease_id: string;
  /** With `destination_url`, what the keyed hash covers. */
  group_id: string;
  destination_url: string;
  destination_mac: Uint8Array | null;
  /** The authority of the destination: host, and port if given. */
  host: string;
  lease_ends_at: Date;
  body: string;
  traceparent: string | null;
  tries: number;
  /** When an earlier process leased it without ever releasing it; null if there is no such lease. */
  abandoned_at: Date | null;
}

interface Claim {
  /** Identifies the claiming process in all its claims. */
  leaseId: string;
  now: Date;
  leaseEndsAt: Date;
  /** How many events may be taken now, by host. */
  allowances: Record<string, number>;
  /** How many may be taken of any other host. */
  otherAllowance: number;
  most: number;
}

/** The most tries of a claim that other processes overtake. After that, the next tick claims. */
const MOST_TRIES = 5;

/**
 * Leases due events, longest due first. A host with leased events belongs to the process that leased them: no other
 * process claims its events, so a limit that one process keeps holds for all. Two claims at once would both find a
 * host free, so each takes a turn; one that another process overtook leases nothing and is tried again.
 *
 * This takes one round trip unless another process claims at the same time. If nothing is due it writes nothing.
 */
export async function claimDueEvents(db: Db, claim: Claim): Promise<LeasedEvent[]> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const rows = await claimInTurn(db, claim);
    const leased = rows.filter(isLeased);
    if (leased.length > 0 || rows.length === 0) return leased;
  }
  return [];
}

/** Returns the condition that any event is due. */
export function anyDue(now: QueryTime): RawBuilder<boolean> {
  return isAnyDue({ from: sql`webhook_events`, at: sql`next_attempt_at` }, now);
}

/** A due event. Its columns are null if this claim did not get its turn. */
type ClaimRow = LeasedEvent | { id: null };

function isLeased(row: ClaimRow): row is LeasedEvent {
  return row.id !== null;
}

/**
 * Reads no more events than it takes, whatever the planner expects: it steps through an index from one host to the
 * next, so that a million events of one host cost one step; reads a host's share in the order of the one index that
 * begins with the host; and updates events by a list of ids. `offset 0` looks for a host's leased events host by host,
 * not in a join that reads the whole table.
 *
 * The turn is compared with the one in the statement's own snapshot. If a claim was committed after that snapshot,
 * whose leases this one does not see, the update reads the row again, finds another turn and changes nothing.
 */
async function claimInTurn(db: Db, claim: Claim): Promise<ClaimRow[]> {
  const query = sql<ClaimRow>`
    with recursive hosts (host) as (
      select min(destination_host) from webhook_events where next_attempt_at is not null
      union all
      select (
        select min(destination_host) from webhook_events
        where next_attempt_at is not null and destination_host > hosts.host
      )
      from hosts where hosts.host is not null
    ), due as (
      select share.* from hosts cross join lateral (
        select id, next_attempt_at, leased_at from webhook_events
        where destination_host >= hosts.host and next_attempt_at is not null
          and (destination_host, next_attempt_at) <= (hosts.host, ${claim.now}::timestamptz)
          and not exists (
            select from webhook_events busy
            where busy.destination_host = hosts.host and busy.lease_id <> ${claim.leaseId}
              and busy.next_attempt_at > ${claim.now}::timestamptz
            offset 0
          )
        order by destination_host, next_attempt_at
        limit coalesce(
          (${JSON.stringify(claim.allowances)}::jsonb ->> hosts.host)::int, ${claim.otherAllowance})
        for update skip locked
      ) share
      order by share.next_attempt_at
      limit ${claim.most}::integer
    ), turn as (
      update exclusive_work set turn = turn + 1
      where name = 'claim-webhooks' and exists (select from due)
        and turn = (select turn from exclusive_work where name = 'claim-webhooks')
      returning turn
    ), leased as (
      update webhook_events event
      set lease_id = ${claim.leaseId}, leased_at = ${claim.now}, next_attempt_at = ${claim.leaseEndsAt}
      from turn
      where event.id = any (array(select id from due))
      returning event.*
    )
    select leased.id, leased.lease_id, leased.group_id, leased.destination_url,
      leased.destination_mac, leased.destination_host as host, leased.body, leased.traceparent,
      leased.tries, leased.next_attempt_at as lease_ends_at, leased.merchant_id,
      due.leased_at as abandoned_at, merchants.webhook_secret_sealed,
      merchants.webhook_secret_old_sealed, merchants.webhook_secret_old_until,
      merchants.webhook_signature_switches_at
    from due left join leased on leased.id = due.id
      left join merchants on merchants.id = leased.merchant_id`;
  return prepared(db, query.compile(db));
}

/** Releases leased events whose attempts have not begun. */
export async function releaseEvents(
  db: Db,
  events: readonly LeasedEvent[],
  now: Date,
): Promise<void> {
  for (const { id, lease_id: leaseId } of events) {
    await db
      .updateTable('webhook_events')
      .set({ next_attempt_at: now, lease_id: null, leased_at: null })
      .where('id', '=', id)
      .where('lease_id', '=', leaseId)
      .execute();
  }
}

/** Releases events leased to a process that does not know of them. That process must have no claim under way. */
export async function releaseStrayLeases(
  db: Db,
  holder: { leaseId: string; leased: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update webhook_events set next_attempt_at = ${holder.now}, lease_id = null, leased_at = null
    where lease_id = ${holder.leaseId} and next_attempt_at > ${holder.now}
      and id <> all (${holder.leased}::uuid[])`.execute(db);
}

/** The state of an event after an attempt. */
export interface Verdict {
  state: Extract<WebhookState, 'pending' | 'delivered' | 'failed'>;
  tries: number;
  /** Set while the event is pending. */
  nextAttemptAt: Date | null;
}

export interface AttemptRecord {
  eventId: string;
  startedAt: Date;
  durationMs: number;
  answer: Pick<ReceiverAnswer, 'status' | 'error' | 'head'>;
}

export interface FinishedAttempt extends AttemptRecord {
  leaseId: string;
  verdict: Verdict;
  at: Date;
}

/**
 * Records attempts and the new states of their events, in one statement. An event changes only if it still has the
 * attempt's lease. The call can be repeated if its answer was lost.
 *
 * @returns whether any event is due
 */
export async function recordAttempts(
  db: Db,
  attempts: readonly FinishedAttempt[],
  now: Date,
): Promise<boolean> {
  const rows = attempts.map(({ leaseId, verdict, at, ...attempt }) => ({
    ...attemptRow(attempt),
    lease_id: leaseId,
    state: verdict.state,
    tries: verdict.tries,
    next_attempt_at: verdict.nextAttemptAt,
    ended_at: verdict.state === 'pending' ? null : at,
  }));
  // With a list of ids PostgreSQL reads the index. With a join it would read the whole table if that was small at
  // planning.
  const eventIds = attempts.map(({ eventId }) => eventId);
  const among = sql`any (${eventIds}::uuid[])`;
  const query = sql<{ is_due: boolean }>`
    with finished as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        event_id uuid, started_at timestamptz, duration_ms int, status int, error text,
        answer_head text, lease_id uuid, state text, tries int, next_attempt_at timestamptz,
        ended_at timestamptz)
    ), logged as (
      insert into webhook_attempts (event_id, started_at, duration_ms, status, error, answer_head)
      select finished.event_id, finished.started_at, finished.duration_ms, finished.status, finished.error,
        finished.answer_head
      from finished left join webhook_attempts written
        on written.event_id = ${among}
          and written.event_id = finished.event_id and written.started_at = finished.started_at
      where written.event_id is null
    ), recorded as (
      update webhook_events event
      set state = finished.state, tries = finished.tries, next_attempt_at = finished.next_attempt_at,
        ended_at = finished.ended_at, lease_id = null, leased_at = null
      from finished
      where event.id = ${among}
        and event.id = finished.event_id and event.lease_id = finished.lease_id
    )
    select ${anyDue(now)} as is_due`;
  const [recorded] = await prepared(db, query.compile(db));
  return recorded?.is_due ?? false;
}

/** Records an attempt whose process died. The event itself is leased again. */
export async function logAttempt(db: Db, attempt: AttemptRecord): Promise<void> {
  await db.insertInto('webhook_attempts').values(attemptRow(attempt)).execute();
}

function attemptRow({ eventId, startedAt, durationMs, answer }: AttemptRecord) {
  return {
    event_id: eventId,
    started_at: startedAt,
    duration_ms: durationMs,
    status: answer.status ?? null,
    error: answer.error ?? null,
    answer_head: answer.head === '' ? null : answer.head,
  };
}

/** Erases the bodies of the groups' events. A pending event keeps its body until it is delivered or given up. */
export async function eraseBodies(trx: Db, groupIds: readonly string[]): Promise<void> {
  await sql`
    update webhook_events set erasure = 'requested'
    where group_id = any(${groupIds}::uuid[]) and state = 'pending'`.execute(trx);
  await erase(trx, sql`group_id = any(${groupIds}::uuid[]) and state <> 'pending'`);
}

export const isBodyToErase: RawBuilder<boolean> = sql`erasure = 'requested' and state <> 'pending'`;

/**
 * Erases bodies whose erasure had to wait for the event to end, if it has ended.
 *
 * @returns the number of bodies erased
 */
export function eraseEndedBodies(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from webhook_events where ${isBodyToErase}
      limit ${limit}::integer for no key update skip locked`.execute(trx);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await erase(trx, sql`id = any(${ids}::uuid[])`);
    return ids.length;
  });
}

/** Erases bodies, and the receivers' answers to them, which may repeat the body. */
async function erase(trx: Db, which: RawBuilder<boolean>): Promise<void> {
  await sql`
    with erased as (
      update webhook_events set body = '', erasure = 'done' where ${which} returning id
    )
    update webhook_attempts set answer_head = null
    from erased where event_id = erased.id and answer_head is not null`.execute(trx);
}
