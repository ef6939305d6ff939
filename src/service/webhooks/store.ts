import { sql, type RawBuilder } from 'kysely';
import { isAnyDue, type QueryTime } from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { ReceiverAnswer } from './post.ts';
import type { Verdict } from './schedule.ts';
import type { SealedSecrets } from './sign.ts';

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

/** The last turn that a process took or read. Turns number the claims of all processes. */
export interface Turn {
  known: bigint;
}

/** The most tries of a claim that other processes overtake. After that, the next tick claims. */
const MOST_TRIES = 5;

/**
 * Leases due events, longest due first. A host with leased events belongs to the process that leased them: no other
 * process claims its events, so a limit that one process keeps holds for all. Two claims at once would both find a
 * host free, so each claim must take the next turn. Only a process that knows of all earlier claims can take it;
 * otherwise it learns of them and tries again.
 *
 * This takes one round trip unless another process claims at the same time. If nothing is due it writes nothing.
 */
export async function claimDueEvents(db: Db, claim: Claim, turn: Turn): Promise<LeasedEvent[]> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const rows = await claimInTurn(db, claim, turn.known);
    const [first] = rows;
    if (first === undefined) throw new Error('There is no turn for claiming webhooks');
    turn.known = first.taken_turn ?? first.last_turn;
    if (first.taken_turn !== null) return rows.filter(isLeased);
    if (!first.is_due) return [];
  }
  return [];
}

/** Returns the condition that any event is due. */
export function anyDue(now: QueryTime): RawBuilder<boolean> {
  return isAnyDue({ from: sql`webhook_events`, at: sql`next_attempt_at` }, now);
}

interface Turned {
  last_turn: bigint;
  /** Null if this claim could not take the turn. */
  taken_turn: bigint | null;
  is_due: boolean;
}

/** The event's columns are null if none was leased, because of a left join. */
type ClaimRow = Turned & (LeasedEvent | { id: null });

function isLeased(row: ClaimRow): row is Turned & LeasedEvent {
  return row.id !== null;
}

/**
 * Finds hosts by stepping through the index from one to the next, so that a backlog of a million events for one
 * host costs one step. The price is a step for each host that has undelivered events.
 *
 * The statement may have been prepared when there were few events, or be planned for many due ones, but it must not
 * read what it does not take. So it reads a host's events in the order of the one index that begins with the host,
 * and looks up the events taken by a list of ids. It looks for leased events host by host (`offset 0`): in a join
 * with the hundred hosts that the planner expects, it would read the whole table.
 */
async function claimInTurn(db: Db, claim: Claim, knownTurn: bigint): Promise<ClaimRow[]> {
  const query = sql<ClaimRow>`
    with recursive anything as (
      select ${anyDue(claim.now)} as is_due
    ), turn as (
      update exclusive_work set turn = turn + 1
      where name = 'claim-webhooks' and turn = ${knownTurn} and (select is_due from anything)
      returning turn
    ), hosts (host) as (
      select min(destination_host) from webhook_events where next_attempt_at is not null
      union all
      select (
        select min(destination_host) from webhook_events
        where next_attempt_at is not null and destination_host > hosts.host
      )
      from hosts where hosts.host is not null
    ), open_hosts as (
      select host,
        coalesce((${JSON.stringify(claim.allowances)}::jsonb ->> host)::int, ${claim.otherAllowance})
          as allowance
      from turn cross join hosts
      where host is not null and not exists (
        select from webhook_events busy
        where busy.destination_host = host and busy.lease_id <> ${claim.leaseId}
          and busy.next_attempt_at > ${claim.now}::timestamptz
        offset 0
      )
    ), due as (
      select candidate.* from open_hosts cross join lateral (
        select id, next_attempt_at, leased_at from webhook_events
        where destination_host >= open_hosts.host and next_attempt_at is not null
          and (destination_host, next_attempt_at) <= (open_hosts.host, ${claim.now}::timestamptz)
        order by destination_host, next_attempt_at
        limit open_hosts.allowance
        for update skip locked
      ) candidate
      order by candidate.next_attempt_at
      limit ${claim.most}::integer
    ), leased as (
      update webhook_events event
      set lease_id = ${claim.leaseId}, leased_at = ${claim.now}, next_attempt_at = ${claim.leaseEndsAt}
      where event.id = any (array(select id from due))
      returning event.id, event.lease_id, event.group_id, event.destination_url,
        event.destination_mac, event.destination_host as host,
        event.body, event.traceparent, event.tries, event.next_attempt_at as lease_ends_at, event.merchant_id
    ), ours as (
      select leased.*, due.leased_at as abandoned_at,
        merchants.webhook_secret_sealed, merchants.webhook_secret_old_sealed,
        merchants.webhook_secret_old_until, merchants.webhook_signature_switches_at
      from leased join due on due.id = leased.id join merchants on merchants.id = leased.merchant_id
    )
    select last.turn as last_turn, turn.turn as taken_turn, anything.is_due, ours.*
    from exclusive_work last
    cross join anything left join turn on true left join ours on true
    where last.name = 'claim-webhooks'`;
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
