const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The ages of an attempt at which status inquiries are due: 5 s, then 30 s, 2 min and 10 min later; after the last,
 * hourly. Only the attempt's age counts, so that other inquiries, such as those for shoppers who look, do not delay the
 * next step.
 */
const INQUIRY_AT_AGE_MS = [
  5 * SECOND_MS,
  35 * SECOND_MS,
  155 * SECOND_MS,
  755 * SECOND_MS,
] as const;
const LAST_LISTED_MS = INQUIRY_AT_AGE_MS[3];

/** The longest time between inquiries while a shopper may be waiting. */
const WAITING_INQUIRY_AFTER_MS = MINUTE_MS;
/** The time between inquiries while a shopper is probably answering a challenge and waits for the outcome. */
const CHALLENGE_INQUIRY_AFTER_MS = 5 * SECOND_MS;
const YOUNG_CHALLENGE_MS = 2 * MINUTE_MS;
/** How long an attempt is leased to a status inquiry: longer than any call to an acquirer. */
const INQUIRY_LEASE_MS = 30 * SECOND_MS;
/** The shortest time between two inquiries about one attempt, however many shoppers look at it. */
const INQUIRY_PAUSE_MS = 2 * SECOND_MS;
const RETRY_AFTER_MS = 2 * SECOND_MS;

/** Returns when the first inquiry about an attempt that is made now is due. */
export function firstInquiryAt(now: Date, expiresAt?: Date): Date {
  return nextInquiryAt(now, now, expiresAt);
}

/** What the schedule needs to know about an open attempt. */
export interface InquiryState {
  attemptedAt: Date;
  challengedAt?: Date | null;
}

/** What the schedule needs to know about an answer that leaves an attempt open. */
export interface OpenAnswer {
  now: Date;
  challenge: boolean;
  /** The end of the order's waiting time, until which a shopper may be waiting. */
  expiresAt?: Date;
  /** When the acquirer will know the outcome at the latest. */
  knownFrom?: Date | undefined;
}

/**
 * Returns an attempt's place on its schedule after an answer that leaves it open, as columns of a statement's input. In
 * the first minutes of a challenge, an inquiry is due every few seconds.
 */
export function nextInquiry(state: InquiryState, answer: OpenAnswer) {
  const { now, challenge, expiresAt, knownFrom } = answer;
  const challengedAt = state.challengedAt ?? (challenge ? now : null);
  const young =
    challenge &&
    challengedAt !== null &&
    now.getTime() < challengedAt.getTime() + YOUNG_CHALLENGE_MS;
  const nextAt = young
    ? noLaterThan(expiresAt, after(now, CHALLENGE_INQUIRY_AFTER_MS), now)
    : nextInquiryAt(state.attemptedAt, now, expiresAt);
  return {
    /** Steps of the schedule that are over. */
    inquiryStep: stepsPassed(ageOf(state.attemptedAt, now)),
    nextInquiryAt: noLaterThan(knownFrom, nextAt, now),
    challengedAt,
    leasedUntil: pauseEnd(now),
  };
}

/** The columns of an attempt whose place on the schedule does not change. */
export const SAME_INQUIRY = {
  inquiryStep: null,
  nextInquiryAt: null,
  challengedAt: null,
  leasedUntil: null,
};

/** Returns when the next inquiry is due. One is due at the end of the waiting time, when a challenge is given up. */
function nextInquiryAt(attemptedAt: Date, now: Date, expiresAt: Date | undefined): Date {
  const step = after(attemptedAt, nextStepMs(ageOf(attemptedAt, now)));
  const mayBeWaiting = expiresAt !== undefined && now < expiresAt;
  const soon = after(now, WAITING_INQUIRY_AFTER_MS);
  return noLaterThan(expiresAt, mayBeWaiting && soon < step ? soon : step, now);
}

function ageOf(attemptedAt: Date, now: Date): number {
  return Math.max(0, now.getTime() - attemptedAt.getTime());
}

function stepsPassed(ageMs: number): number {
  const listed = INQUIRY_AT_AGE_MS.filter((atMs) => atMs <= ageMs).length;
  return listed + Math.max(0, Math.floor((ageMs - LAST_LISTED_MS) / HOUR_MS));
}

/** Returns the age at which the next step is due. */
function nextStepMs(ageMs: number): number {
  const listed = INQUIRY_AT_AGE_MS.find((atMs) => atMs > ageMs);
  const hours = Math.floor((ageMs - LAST_LISTED_MS) / HOUR_MS) + 1;
  return listed ?? LAST_LISTED_MS + hours * HOUR_MS;
}

/** Returns when the next inquiry may be made after so many in a row without an answer. */
export function retryAt(now: Date, unanswered: number): Date {
  return after(now, Math.min(RETRY_AFTER_MS * 2 ** unanswered, INQUIRY_LEASE_MS));
}

export function leaseEnd(now: Date): Date {
  return after(now, INQUIRY_LEASE_MS);
}

/** Returns until when no inquiry is made about an attempt that was just answered. */
function pauseEnd(now: Date): Date {
  return after(now, INQUIRY_PAUSE_MS);
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** Returns `due`, or the limit if that is earlier and has yet to come. */
function noLaterThan(limit: Date | undefined, due: Date, now: Date): Date {
  return limit !== undefined && now < limit && limit < due ? limit : due;
}
