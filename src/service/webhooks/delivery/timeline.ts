import { randomUUID } from 'node:crypto';
import { refuseUnasked } from './deliver-event.ts';
import { countAttempt, deliverInSpan, type SenderDeps } from './sender.ts';
import { IN_FLIGHT_PER_HOST } from './prefetch.ts';
import type { FinishedAttempt } from './queries.ts';
import { leaseSpan, recordTimeline, type DueEvent, type LeftEvent } from './timeline-queries.ts';

/** A stretch of a merchant's time, and how it passes. */
export interface Stretch {
  merchantId: string;
  from: Date;
  until: Date;
  /** Leases of others that end later go on: their time is not the merchant's. */
  leasesGoOnFrom: Date;
  /** When what is due then is done, at that time or not much later. */
  stepOf: (due: Date) => Date;
  /** From then on `now` is so late. */
  pass: (at: Date) => void;
  /** Keeps for good how late it is, before anything that happened by then is recorded. */
  keep: () => Promise<void>;
  /** Asked between two steps. */
  isOver: () => boolean;
  /** Hosts that refused a connection, to which no other is tried; those that do are added. */
  refusing: Set<string>;
  /** After that something has to happen first that whoever is sent an event may look at. */
  showsUntil: Date | undefined;
}

/** Sends a merchant's events as its time passes, in the order in which they are due. */
export interface Timeline {
  /** @returns until when all that was due was sent, or tried */
  run(stretch: Stretch): Promise<Date>;
  stop(): void;
}

/** They are recorded together: attempts have up to 4 KiB of an answer each. */
const MOST_ATTEMPTS = 250;
const MOST_EVENTS = 100;

export type TimelineDeps = SenderDeps & { leaseMs: number };

/**
 * Events are leased for the whole stretch, sent from memory, and recorded at its end: a month of retries is
 * two statements. Should the process end meanwhile, they are sent again, as after any other lease.
 */
export function createTimeline(deps: TimelineDeps): Timeline {
  const leaseId = randomUUID();
  const interrupt = new AbortController();
  const stopped = () => interrupt.signal.aborted;

  async function deliver(event: DueEvent, { refusing }: Stretch): Promise<FinishedAttempt> {
    if (refusing.has(event.host)) return refuseUnasked(deps, event);
    const attempt = await deliverInSpan(deps, event, interrupt.signal);
    if (attempt.answer.error === 'connection_refused') refusing.add(event.host);
    return attempt;
  }

  /** Each event's further attempts follow from the last; so all that happens is known without looking again. */
  async function send(events: readonly DueEvent[], stretch: Stretch, until: Date) {
    const waiting = new Map(events.map((event) => [event.id, event]));
    const attempts: FinishedAttempt[] = [];
    const last = new Map<string, FinishedAttempt>();
    let at = stretch.from;
    for (;;) {
      const next = firstDue(waiting.values());
      if (next === undefined || next > until) return { reached: until, attempts, last };
      if (stopped() || stretch.isOver() || attempts.length >= MOST_ATTEMPTS) break;
      const step = latest(stretch.from, earliest(until, stretch.stepOf(next)));
      const due = [...waiting.values()].filter((event) => event.due_at <= step);
      if (showsTooMuch(stretch, step, due)) {
        return { reached: latest(at, stretch.showsUntil ?? at), attempts, last };
      }
      at = step;
      stretch.pass(at);
      for (const attempt of await inTurns(due, (event) => deliver(event, stretch))) {
        attempts.push(attempt);
        last.set(attempt.eventId, attempt);
        countAttempt(deps.metrics, attempt);
        goOn(waiting, attempt);
      }
    }
    return { reached: at, attempts, last };
  }

  return {
    async run(stretch) {
      const { merchantId, from, until, leasesGoOnFrom } = stretch;
      const leaseEndsAt = new Date(from.getTime() + deps.leaseMs);
      const lease = {
        ...{ merchantId, leaseId, now: from, leasesGoOnFrom, until, leaseEndsAt },
        most: MOST_EVENTS,
      };
      const events = await leaseSpan(deps.db, lease);
      if (events.length === 0) return until;
      // Others may be due soon after the last of as many as are taken at once.
      const end = events.length < MOST_EVENTS ? until : (events.at(-1)?.due_at ?? until);
      const sent = await send(events, stretch, earliest(until, end));
      stretch.pass(sent.reached);
      await stretch.keep();
      const left = events.map((event) => leftAs(event, sent.last.get(event.id)));
      await recordTimeline(deps.db, sent.attempts, left);
      return sent.reached;
    },
    stop() {
      interrupt.abort();
    },
  };
}

function showsTooMuch({ showsUntil, refusing }: Stretch, at: Date, due: readonly DueEvent[]) {
  return showsUntil !== undefined && at > showsUntil && due.some(({ host }) => !refusing.has(host));
}

/** The event waits for its next attempt, or no longer where it has ended. */
function goOn(waiting: Map<string, DueEvent>, { eventId, verdict }: FinishedAttempt): void {
  const event = waiting.get(eventId);
  const { nextAttemptAt, tries } = verdict;
  if (event === undefined || nextAttemptAt === null) waiting.delete(eventId);
  else waiting.set(eventId, { ...event, tries, due_at: nextAttemptAt, abandoned_at: null });
}

function firstDue(events: Iterable<DueEvent>): Date | undefined {
  let first: Date | undefined;
  for (const { due_at: due } of events) if (first === undefined || due < first) first = due;
  return first;
}

function leftAs(
  { id, lease_id: leaseId, tries, due_at: due }: DueEvent,
  last?: FinishedAttempt,
): LeftEvent {
  const event = { id, leaseId };
  if (last === undefined) {
    return { ...event, state: 'pending', tries, nextAttemptAt: due, endedAt: null };
  }
  const endedAt = last.verdict.state === 'pending' ? null : last.at;
  return { ...event, ...last.verdict, endedAt };
}

/** So many at a time to each host, as ever; different hosts at once. */
async function inTurns(
  events: readonly DueEvent[],
  deliver: (event: DueEvent) => Promise<FinishedAttempt>,
): Promise<FinishedAttempt[]> {
  const finished: FinishedAttempt[] = [];
  const hosts = Map.groupBy(events, ({ host }) => host);
  const sendFrom = async (queue: DueEvent[]) => {
    for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
      finished.push(await deliver(event));
    }
  };
  const senders = [...hosts.values()].flatMap((queue) =>
    Array.from({ length: IN_FLIGHT_PER_HOST }, () => sendFrom(queue)),
  );
  await Promise.all(senders);
  return finished;
}

function earliest(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
