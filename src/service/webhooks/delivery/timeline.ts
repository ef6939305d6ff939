import { randomUUID } from 'node:crypto';
import { countAttempt, deliverInSpan, type SenderDeps } from './sender.ts';
import { IN_FLIGHT_PER_HOST } from './prefetch.ts';
import type { FinishedAttempt } from './queries.ts';
import { leaseSpan, recordTimeline, type DueEvent, type LeftEvent } from './timeline-queries.ts';

/** A stretch of a merchant's time, and how it passes. */
export interface Stretch {
  merchantId: string;
  from: Date;
  until: Date;
  /** When what is due then is done, at that time or not much later. */
  stepOf: (due: Date) => Date;
  /** From then on `now` is so late. */
  pass: (at: Date) => void;
  /** Keeps for good how late it is, before anything that happened by then is recorded. */
  keep: () => Promise<void>;
  /** Asked between two steps. */
  isOver: () => boolean;
}

/** Sends a merchant's events as its time passes, in the order in which they are due. */
export interface Timeline {
  /** @returns the time of the last attempts; undefined where there were none to make */
  run(stretch: Stretch): Promise<Date | undefined>;
  stop(): void;
}

/** They are recorded together: attempts have up to 4 KiB of an answer each. */
const MOST_ATTEMPTS = 100;
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

  const deliver = (event: DueEvent) => deliverInSpan(deps, event, interrupt.signal);

  /** Each event's further attempts follow from the last; so all that happens is known without looking again. */
  async function send(waiting: DueEvent[], stretch: Stretch, until: Date) {
    const attempts: FinishedAttempt[] = [];
    const last = new Map<string, FinishedAttempt>();
    let at: Date | undefined;
    while (!stopped() && !stretch.isOver() && attempts.length < MOST_ATTEMPTS) {
      const first = waiting.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())[0];
      if (first === undefined || first.due_at > until) break;
      const step = latest(stretch.from, earliest(until, stretch.stepOf(first.due_at)));
      at = step;
      stretch.pass(step);
      const due = waiting.filter((event) => event.due_at <= step);
      for (const attempt of await inTurns(due, deliver)) {
        attempts.push(attempt);
        last.set(attempt.eventId, attempt);
        countAttempt(deps.metrics, attempt);
        const place = waiting.findIndex(({ id }) => id === attempt.eventId);
        const [event] = waiting.splice(place, 1);
        if (event !== undefined) waiting.push(...goingOn(event, attempt));
      }
    }
    return { at, attempts, last };
  }

  return {
    async run(stretch) {
      const { merchantId, from, until } = stretch;
      const leaseEndsAt = new Date(from.getTime() + deps.leaseMs);
      const lease = { merchantId, leaseId, now: from, until, leaseEndsAt, most: MOST_EVENTS };
      const events = await leaseSpan(deps.db, lease);
      if (events.length === 0) return undefined;
      // Others may be due soon after the last of as many as are taken at once.
      const end = events.length < MOST_EVENTS ? until : (events.at(-1)?.due_at ?? until);
      const { at, attempts, last } = await send([...events], stretch, earliest(until, end));
      await stretch.keep();
      const left = events.map((event) => leftAs(event, last.get(event.id)));
      await recordTimeline(deps.db, attempts, left);
      return at;
    },
    stop() {
      interrupt.abort();
      deps.poster.close();
    },
  };
}

/** The same event where it is to be sent again; nothing where it has ended. */
function goingOn(event: DueEvent, { verdict }: FinishedAttempt): DueEvent[] {
  const { nextAttemptAt, tries } = verdict;
  return nextAttemptAt === null
    ? []
    : [{ ...event, tries, due_at: nextAttemptAt, abandoned_at: null }];
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
