const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When the provider is asked about an attempt whose outcome is unknown; the last step repeats. */
const QUERY_AFTER_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
] as const;

/** A shopper is passing a challenge at this moment, and waits for what comes of it. */
const CHALLENGE_QUERY_AFTER_MS = 5 * SECOND_MS;
const YOUNG_CHALLENGE_MS = 2 * MINUTE_MS;
/** How long a status query has an attempt for itself; longer than any provider is waited for. */
const QUERY_LEASE_MS = 30 * SECOND_MS;
/** An attempt that was just asked about is not asked about again before this, whoever looks at it. */
const QUERY_PAUSE_MS = 2 * SECOND_MS;
const RETRY_AFTER_MS = 2 * SECOND_MS;

/**
 * `asked` is how many steps of the schedule were answered. The end of the order's waiting time is an
 * occasion of its own: a challenge that is still open then is given up.
 */
export function nextAskAt(now: Date, asked: number, expiresAt?: Date): Date {
  return notPast(now, after(now, QUERY_AFTER_MS[asked] ?? HOUR_MS), expiresAt);
}

/** Where an open attempt stands on its schedule. */
export interface AskState {
  asked: number;
  next_ask_at: Date | null;
  challenged_at: Date | null;
}

/**
 * Where an attempt stands after an answer that leaves it open. An answer that came before the attempt
 * was due, because somebody looked at the order, uses up no step. An open challenge is asked about
 * every few seconds in its first minutes, and those queries use up no step either.
 */
export function afterAnswer(
  state: AskState,
  answer: { now: Date; challenge: boolean; expiresAt?: Date },
): AskState & { next_ask_at: Date } {
  const { now, challenge, expiresAt } = answer;
  const challengedAt = challenge ? (state.challenged_at ?? now) : state.challenged_at;
  const young =
    challenge &&
    challengedAt !== null &&
    now.getTime() < challengedAt.getTime() + YOUNG_CHALLENGE_MS;
  const scheduled = state.next_ask_at ?? now;
  const due = scheduled <= now;
  const asked = due && !young ? state.asked + 1 : state.asked;
  const next = young
    ? notPast(now, after(now, CHALLENGE_QUERY_AFTER_MS), expiresAt)
    : nextAskAt(now, asked, expiresAt);
  return {
    asked,
    next_ask_at: !due && scheduled < next ? scheduled : next,
    challenged_at: challengedAt,
  };
}

/** When an attempt may be asked about again after so many status queries in a row without an answer. */
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
