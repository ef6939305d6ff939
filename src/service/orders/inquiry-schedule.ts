const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How old an attempt is when a status inquiry about it is due: after 5 s, 30 s later, 2 min, 10 min, and then
 * hourly. It goes by the attempt's age alone, so that no number of other queries, by shoppers who look or
 * by processes that start, puts off the next step.
 */
const QUERY_AT_AGE_MS = [5 * SECOND_MS, 35 * SECOND_MS, 155 * SECOND_MS, 755 * SECOND_MS] as const;
const LAST_LISTED_MS = QUERY_AT_AGE_MS[3];

/** The longest that a shopper waits between queries. */
const WAITING_QUERY_AFTER_MS = MINUTE_MS;
/** A shopper is passing a challenge at this moment, and waits for what comes of it. */
const CHALLENGE_QUERY_AFTER_MS = 5 * SECOND_MS;
const YOUNG_CHALLENGE_MS = 2 * MINUTE_MS;
/** How long a status inquiry has an attempt for itself; longer than any provider is waited for. */
const QUERY_LEASE_MS = 30 * SECOND_MS;
/** The shortest time between two inquiries about one attempt, however many shoppers look at it. */
const QUERY_PAUSE_MS = 2 * SECOND_MS;
const RETRY_AFTER_MS = 2 * SECOND_MS;

/** When the first inquiry about an attempt that is made now is due. */
export function firstInquiryAt(now: Date, expiresAt?: Date): Date {
  return nextQueryAt({ created_at: now }, now, expiresAt);
}

/** An open attempt as its schedule needs it. */
export interface InquiryState {
  created_at: Date;
  challenged_at: Date | null;
}

/** Where it stands on its schedule. */
export interface InquiryPlace {
  /** Steps of the schedule that are over. */
  asked: number;
  next_ask_at: Date;
  challenged_at: Date | null;
}

/**
 * Where an attempt stands after an answer that leaves it open. An open challenge is inquired about every few
 * seconds in its first minutes.
 *
 * @param answer.expiresAt the end of the order's waiting time, until which a shopper may be waiting
 */
export function afterAnswer(
  state: InquiryState,
  answer: { now: Date; challenge: boolean; expiresAt?: Date },
): InquiryPlace {
  const { now, challenge, expiresAt } = answer;
  const challengedAt = challenge ? (state.challenged_at ?? now) : state.challenged_at;
  const young =
    challenge &&
    challengedAt !== null &&
    now.getTime() < challengedAt.getTime() + YOUNG_CHALLENGE_MS;
  return {
    asked: stepsBehind(ageOf(state, now)),
    next_ask_at: young
      ? notPast(now, after(now, CHALLENGE_QUERY_AFTER_MS), expiresAt)
      : nextQueryAt(state, now, expiresAt),
    challenged_at: challengedAt,
  };
}

/** The end of the order's waiting time is an occasion of its own: a challenge is given up then. */
function nextQueryAt(
  { created_at: createdAt }: Pick<InquiryState, 'created_at'>,
  now: Date,
  expiresAt: Date | undefined,
): Date {
  const step = after(createdAt, nextStepMs(ageOf({ created_at: createdAt }, now)));
  const mayBeWaiting = expiresAt !== undefined && now < expiresAt;
  const soon = after(now, WAITING_QUERY_AFTER_MS);
  return notPast(now, mayBeWaiting && soon < step ? soon : step, expiresAt);
}

function ageOf({ created_at: createdAt }: Pick<InquiryState, 'created_at'>, now: Date): number {
  return Math.max(0, now.getTime() - createdAt.getTime());
}

function stepsBehind(ageMs: number): number {
  const listed = QUERY_AT_AGE_MS.filter((atMs) => atMs <= ageMs).length;
  return listed + Math.max(0, Math.floor((ageMs - LAST_LISTED_MS) / HOUR_MS));
}

/** The age at which the next step comes. */
function nextStepMs(ageMs: number): number {
  const listed = QUERY_AT_AGE_MS.find((atMs) => atMs > ageMs);
  const hours = Math.floor((ageMs - LAST_LISTED_MS) / HOUR_MS) + 1;
  return listed ?? LAST_LISTED_MS + hours * HOUR_MS;
}

/** When the next inquiry may be made after so many in a row without an answer. */
export function retryAt(now: Date, unanswered: number): Date {
  return after(now, Math.min(RETRY_AFTER_MS * 2 ** unanswered, QUERY_LEASE_MS));
}

export function leaseEnd(now: Date): Date {
  return after(now, QUERY_LEASE_MS);
}

/** Until when an attempt that was just answered is left alone. */
export function pauseEnd(now: Date): Date {
  return after(now, QUERY_PAUSE_MS);
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** `due`, or the end of the waiting time where that comes first and is still to come. */
function notPast(now: Date, due: Date, expiresAt: Date | undefined): Date {
  return expiresAt !== undefined && now < expiresAt && expiresAt < due ? expiresAt : due;
}
