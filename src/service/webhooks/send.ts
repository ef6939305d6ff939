import { signDelivery, type SigningSecrets } from '#contract/signature/webhook.ts';
import { batchConcurrentInputs } from '../platform/database/batch.ts';
import type { Db } from '../platform/database/schema.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import { SEALED, type Keyring } from '../platform/keyring.ts';
import { sleep, type Timers } from '../platform/timers.ts';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import { isDestinationRight, type DestinationDeps } from './record.ts';
import { noAnswer, type ReceiverAnswer, type Poster } from './post.ts';
import {
  logAttempt,
  recordAttempts,
  type FinishedAttempt,
  type LeasedEvent,
  type SealedSecrets,
  type Verdict,
} from './store.ts';

export interface AttemptDeps extends DestinationDeps {
  db: Db;
  now: () => Date;
  /** Returns a random number in [0, 1). */
  random: () => number;
  poster: Poster;
  timers: Timers;
}

/**
 * Makes one attempt to deliver a leased event. No transaction is open meanwhile: if this process dies,
 * the lease ends by itself, and the event is sent again.
 */
export function deliverEvent(
  deps: AttemptDeps,
  event: LeasedEvent,
  stop: AbortSignal,
): Promise<FinishedAttempt> {
  return inSpan('deliver webhook', spanOf(event), async () => {
    if (event.abandoned_at !== null) await logAbandoned(deps, event, event.abandoned_at);
    const startedAt = deps.now();
    const startedMs = deps.timers.monotonicMs();
    const answer = await post(deps, event, startedAt, stop);
    const durationMs = Math.round(deps.timers.monotonicMs() - startedMs);
    const at = deps.now();
    const verdict = evaluateAttempt(answer, event.tries, { now: at, random: deps.random() });
    const { id: eventId, lease_id: leaseId } = event;
    return { eventId, leaseId, startedAt, durationMs, answer, verdict, at };
  });
}

/**
 * Returns the options of the span. It continues the trace in which the order ended, not the one that woke the
 * dispatcher.
 */
function spanOf({ id, traceparent }: LeasedEvent) {
  const attributes = { 'tollgate.webhook': id };
  return { kind: SpanKind.PRODUCER, attributes, traceparent };
}

/** Records the attempt of a process that died. Its duration is unknown and stored as zero. */
async function logAbandoned(deps: AttemptDeps, event: LeasedEvent, startedAt: Date) {
  await logAttempt(deps.db, {
    eventId: event.id,
    startedAt,
    durationMs: 0,
    answer: noAnswer('interrupted'),
  });
}

/** Posts the event, unless its address was changed in the database. */
async function post(
  deps: AttemptDeps,
  event: LeasedEvent,
  signedAt: Date,
  stop: AbortSignal,
): Promise<ReceiverAnswer> {
  const { id, group_id: groupId, destination_url: url } = event;
  if (!isDestinationRight(deps.keyring, { groupId, url }, event.destination_mac)) {
    deps.reportUnverified(`the destination of webhook ${id}`, 'The webhook is not sent.');
    return noAnswer('changed_address');
  }
  const body = Buffer.from(event.body, 'utf8');
  const secrets = signingSecrets(deps.keyring, event, signedAt);
  const headers = deliveryHeaders(id, body, secrets, signedAt);
  return deps.poster.post({ url, headers, body }, stop);
}

/** Returns the id by which receivers tell a repeated delivery from a new event. It is the same on each attempt. */
export function webhookId(eventId: string): string {
  return `evt_${eventId}`;
}

/** Returns the headers of one delivery. */
export function deliveryHeaders(
  eventId: string,
  body: Buffer,
  secrets: SigningSecrets,
  now: Date,
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1_000).toString();
  return {
    'content-type': 'application/json',
    'user-agent': 'Tollgate',
    ...signDelivery(secrets, { id: webhookId(eventId), timestamp, body }),
  };
}

function signingSecrets(keyring: Keyring, sealed: SealedSecrets, now: Date): SigningSecrets {
  const open = (bytes: Uint8Array) =>
    keyring.unseal(SEALED.webhookSecret, sealed.merchant_id, bytes);
  const current = open(sealed.webhook_secret_sealed);
  const {
    webhook_secret_old_sealed: oldSealed,
    webhook_secret_old_until: until,
    webhook_signature_switches_at: switchesAt,
  } = sealed;
  if (oldSealed === null || until === null || switchesAt === null || until <= now) {
    return { single: current, all: [current] };
  }
  const old = open(oldSealed);
  return { single: now < switchesAt ? old : current, all: [current, old] };
}

const GONE = 410;

/**
 * Evaluates an attempt. A 2xx status confirms the event, 410 ends its retries, and everything else, including a
 * redirect, is a failure (*Merchant response* and decision 8). An interrupted attempt is no failure: the event is
 * due again at once. A changed address ends it, because nothing may be sent there.
 *
 * @param tries the number of attempts before this one
 */
export function evaluateAttempt(
  answer: ReceiverAnswer,
  tries: number,
  { now, random }: { now: Date; random: number },
): Verdict {
  if (answer.error === 'interrupted') return { state: 'pending', tries, nextAttemptAt: now };
  if (answer.error === 'changed_address') return { state: 'failed', tries, nextAttemptAt: null };
  const made = tries + 1;
  if (confirms(answer.status)) return { state: 'delivered', tries: made, nextAttemptAt: null };
  const delayMs =
    answer.status === GONE
      ? undefined
      : retryDelayMs(made, random, readRetryAfterMs(answer.retryAfter, now));
  return delayMs === undefined
    ? { state: 'failed', tries: made, nextAttemptAt: null }
    : { state: 'pending', tries: made, nextAttemptAt: new Date(now.getTime() + delayMs) };
}

function confirms(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** Seconds between one attempt and the next: 14 attempts over three days (decision 8). */
const STEPS_SECONDS = [
  5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 57_600, 86_400,
] as const;

/** The fraction by which a step varies at random, so that events that failed together are not retried together. */
const JITTER = 0.2;
/** The longest delay that Retry-After can ask for, as a multiple of the step. */
const RETRY_AFTER_STEPS = 2;

/**
 * Returns how long to wait after the `tries`-th attempt failed; undefined if it was the last one.
 *
 * @param random in [0, 1)
 * @param retryAfterMs the delay that the receiver asked for
 */
export function retryDelayMs(
  tries: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const stepSeconds = STEPS_SECONDS[tries - 1];
  if (stepSeconds === undefined) return undefined;
  const stepMs = stepSeconds * 1_000;
  const jitteredMs = stepMs * (1 - JITTER + 2 * JITTER * random);
  const askedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_STEPS * stepMs);
  return Math.round(Math.max(jitteredMs, askedMs));
}

/** Returns the delay in a Retry-After header, which is in seconds or a date; undefined if it is neither. */
export function readRetryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - now.getTime());
}

/** The most attempts in one statement, each with up to 4 KiB of an answer. */
const MOST_AT_ONCE = 100;

/**
 * How long the statement is retried. If an attempt is not recorded, its event is sent again when the lease ends.
 */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 500;

/**
 * Creates a recorder of attempts. Attempts that end while one statement runs are recorded together by the next.
 *
 * @param stop ends the retries
 * @returns a function that resolves when the attempt is written, with whether any event was due then
 */
export function createAttemptRecorder(
  { db, now, timers }: Pick<AttemptDeps, 'db' | 'now' | 'timers'>,
  stop: AbortSignal,
): (attempt: FinishedAttempt) => Promise<boolean> {
  async function writePatiently(attempts: readonly FinishedAttempt[]): Promise<boolean> {
    const untilMs = timers.monotonicMs() + PATIENCE_MS;
    for (;;) {
      try {
        return await recordAttempts(db, attempts, now());
      } catch (error) {
        if (!isDatabaseUnavailable(error) || timers.monotonicMs() > untilMs) throw error;
        await sleep(timers, PAUSE_MS, stop);
      }
    }
  }

  return batchConcurrentInputs({
    sizeOf: (waiting) => Math.min(waiting, MOST_AT_ONCE),
    async run(attempts: readonly FinishedAttempt[]) {
      const isDue = await writePatiently(attempts);
      return attempts.map(() => isDue);
    },
  });
}
