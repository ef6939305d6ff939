import { sql, type RawBuilder } from 'kysely';
import { isAnyDue, type QueryTime } from '../platform/database/due-work.ts';
import type { Db } from '../platform/database/schema.ts';
import { prepared } from '../platform/database/statement.ts';
import type { ReceiverAnswer } from './post.ts';
import type { Verdict } from './schedule.ts';
import type { SealedSecrets } from './sign.ts';

/** An event that is ours to send until the lease ends. */
export interface LeasedEvent extends SealedSecrets {
  id: string;
  lease_id: string;
  destination_url: string;
  /** The authority of the address. */
  host: string;
  lease_ends_at: Date;
  body: string;
  traceparent: string | null;
  tries: number;
  /** When an earlier process leased it that never released it. */
  abandoned_at: Date | null;
}

interface Claim {
  /** The claimer, the same each time. */
  leaseId: string;
  now: Date;
  leaseEndsAt: Date;
  /** How many events of a host may be taken now. */
  allowances: Record<string, number>;
  /** For hosts that are not among them. */
  otherAllowance: number;
  most: number;
  /** Whose events alone are taken; undefined for everybody's. */
  merchant?: ClaimedMerchant | undefined;
}

/** A merchant of the sandbox, whose time may pass faster than another process sends what it has leased. */
export interface ClaimedMerchant {
  id: string;
  /** Leases of others that ended later than that are left to them. */
  leasesGoOnFrom: () => Date;
}

/** The turn that a process last took or read: claims of all processes are numbered. */
export interface Turn {
  known: bigint;
}

/** So many others may claim between two tries of ours; after that the next tick claims. */
const MOST_TRIES = 5;

/**
 * Leases events that are due, the longest due first. A host with leased events belongs to the process
 * that leased them, and no other claims any of its events: so a limit that one process keeps is kept by
 * all. Two claims at a time would find the same host free, so each takes the next turn: only who knows of
 * all claims before it can; one that does not see them learns of them and tries again.
 *
 * One round trip where no other process claims; where nothing is due, nothing is written either.
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

/** Whether any event is due. */
export function anyDue(now: QueryTime): RawBuilder<boolean> {
  return isAnyDue({ from: sql`webhook_events`, at: sql`next_attempt_at` }, now);
}

interface Turned {
  last_turn: bigint;
  /** Null where it was not ours to take. */
  taken_turn: bigint | null;
  is_due: boolean;
}

/** A left join: nothing of an event where none was leased. */
type ClaimRow = Turned & (LeasedEvent | { id: null });

function isLeased(row: ClaimRow): row is Turned & LeasedEvent {
  return row.id !== null;
}

/**
 * Hosts are found by stepping through the index from one to the next: a backlog of a million events for
 * one of them costs one step. The price is a step for each host that has anything undelivered.
 *
 * Prepared when there were few events, or planned for many that are due, the statement must not read what
 * it does not take. So a host's events are read in the sequence of the one index that begins with the
 * host, and those taken are looked up by a list of their ids. Leased events are looked for host by host (`offset 0`): joined
 * with a hundred hosts, which is what the planner expects, the whole table would be read.
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
          and (destination_host, next_attempt_at) <= (open_hosts.host, ${claim.now}::timestamptz) ${isOf(claim)}
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
      returning event.id, event.lease_id, event.destination_url, event.destination_host as host,
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

function isOf({ merchant, leaseId }: Claim): RawBuilder<unknown> {
  if (merchant === undefined) return sql``;
  return sql`and merchant_id = ${merchant.id}
    and (lease_id is null or lease_id = ${leaseId} or next_attempt_at <= ${merchant.leasesGoOnFrom()})`;
}

/** Releases events that were leased and not begun. */
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

/**
 * Releases the events that are leased to a process which does not know of them. No claim of that process
 * may be under way.
 */
export async function releaseUnknown(
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
 * Records attempts and the new state of their events, in one statement; the latter only under their own
 * lease. It may be repeated when its answer was lost.
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
  // By a list of ids the index is read; to join with them, the whole table where it was small when this was planned.
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

/** Records an attempt whose process died; the event itself is leased anew. */
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
