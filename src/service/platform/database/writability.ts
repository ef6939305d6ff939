import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** How long a database counts as unable to write after a statement found no room, and how often it is tried then. */
const REFUSED_FOR_MS = 30_000;
const PROBE_EVERY_MS = 5_000;

/** Tells whether a database has room for what statements write: its disk may be full while it answers every question. */
export interface Writability {
  /** Records that a statement failed for lack of room. */
  recordRefusal(): void;
  /** When the first statement failed of those since the database could last write; undefined while it can. */
  refusedSince: () => Date | undefined;
  /** @param listener called when the database begins to refuse, and once a probe has succeeded */
  onChange(listener: () => void): void;
  stop(): void;
}

interface WritabilityDeps {
  /** Writes what needs room, and resolves to whether there was any. Runs only after a refusal. */
  probe: () => Promise<boolean>;
  nowMs?: () => number;
  /** Calls a function later, and returns a function that prevents it. */
  later?: (act: () => void, ms: number) => () => void;
}

export function createWritability({
  probe,
  nowMs = () => performance.now(),
  later = startTimer,
}: WritabilityDeps): Writability {
  const listeners: (() => void)[] = [];
  let since: Date | undefined;
  let refusedMs = -Infinity;
  let isProbing = false;
  let hasRoom = true;
  let cancel: () => void = () => undefined;

  function change(): void {
    for (const listener of listeners) listener();
  }

  function refusedSince(): Date | undefined {
    if (hasRoom && nowMs() - refusedMs >= REFUSED_FOR_MS) since = undefined;
    return since;
  }

  async function tryAgain(): Promise<void> {
    isProbing = true;
    hasRoom = await probe().finally(() => {
      isProbing = false;
    });
    if (hasRoom) change();
    else cancel = later(() => void tryAgain(), PROBE_EVERY_MS);
  }

  return {
    recordRefusal() {
      // A failed probe says that nothing has changed.
      if (isProbing) return;
      since = refusedSince() ?? new Date();
      refusedMs = nowMs();
      if (!hasRoom) return;
      hasRoom = false;
      cancel = later(() => void tryAgain(), PROBE_EVERY_MS);
      change();
    },
    refusedSince,
    onChange(listener) {
      listeners.push(listener);
    },
    stop() {
      cancel();
    },
  };
}

/** The class of SQLSTATEs that mean a lack of room: on the disk, in memory, or for connections. */
const INSUFFICIENT_RESOURCES = /^53...$/;

/** Whether a statement failed for lack of room. */
export function isOutOfRoom(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && INSUFFICIENT_RESOURCES.test(String(error.code))
  );
}

/** As base64 these are 32 KiB, which no compression makes smaller: the empty table has to be extended for them. */
const PROBE_BYTES = 24 * 1_024;

/** Writes to a table of its own, and empties it. @returns false if the database has no room or cannot be used */
export async function probeRoom(db: Db): Promise<boolean> {
  const content = randomBytes(PROBE_BYTES).toString('base64');
  try {
    await sql`insert into write_probes (content) values (${content})`.execute(db);
    await sql`truncate write_probes`.execute(db);
    return true;
  } catch (error) {
    // Any other error, such as a missing right, says nothing about the room.
    return !isDatabaseUnavailable(error);
  }
}

function startTimer(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => {
    clearTimeout(timer);
  };
}
