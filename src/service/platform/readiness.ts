import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { isSchemaKnown } from './database/migrate.ts';
import type { Observation } from './database/observe.ts';
import { isDatabaseUnavailable } from './database/unavailable.ts';

/** The result of each check, `ok` or what is wrong; ready if all are `ok`. */
export interface Readiness {
  ready: boolean;
  checks: {
    process: string;
    database: string;
    schema: string;
    recurring_work: string;
    clock: string;
  };
}

export interface ReadinessDeps {
  log: Logger;
  isStopping: () => boolean;
  /** Asks the database; answers are not cached. */
  observe: (questions: Record<string, RawBuilder<boolean>>) => Promise<Observation>;
  /** Whether the disk has room: a full one answers questions. */
  hasRoom: () => boolean;
  lateSweeps: () => string[];
  clockAheadMs: () => number;
  /** Whether this instance's clock is wrong, rather than the database's. */
  isClockWrong: () => boolean;
}

class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Load balancers give a health check little time. */
const OBSERVE_TIMEOUT_MS = 2_000;

/** Creates the check of whether this process should receive requests. Concurrent calls share one answer. */
export function createReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  let asking: Promise<Readiness> | undefined;
  return () => {
    asking ??= evaluate(deps).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

async function evaluate(deps: ReadinessDeps): Promise<Readiness> {
  const late = deps.lateSweeps();
  const aheadMs = deps.clockAheadMs();
  const checks = {
    process: deps.isStopping() ? 'stopping' : OK,
    ...(await checkDatabase(deps)),
    recurring_work: late.length === 0 ? OK : `late: ${late.join(', ')}`,
    clock: deps.isClockWrong() ? clockDifference(aheadMs) : OK,
  };
  return { ready: Object.values(checks).every((state) => state === OK), checks };
}

const OK = 'ok';

async function checkDatabase({ observe, hasRoom, log }: ReadinessDeps) {
  try {
    const asked = observe({ schemaKnown: isSchemaKnown() });
    const { readOnly, yes } = await withTimeout(asked);
    return {
      database: readOnly ? 'read-only' : hasRoom() ? OK : 'cannot write',
      schema: yes.has('schemaKnown') ? OK : 'lacks migrations of this release',
    };
  } catch (error) {
    log.warn({ err: error }, 'The database did not answer a health check');
    const answers = !(error instanceof NoAnswer || isDatabaseUnavailable(error));
    return { database: answers ? OK : 'unavailable', schema: 'unknown' };
  }
}

async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new NoAnswer(`No answer within ${OBSERVE_TIMEOUT_MS} ms`));
    }, OBSERVE_TIMEOUT_MS);
  });
  return Promise.race([answer, timeout]).finally(() => {
    clearTimeout(timer);
  });
}

export function clockDifference(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `${String(seconds)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
}
