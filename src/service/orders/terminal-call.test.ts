import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createBackground } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import { machineTimers } from '../platform/timers.ts';
import { callFirst, callTerminal } from './terminal-call.ts';

/** A database that stores nothing: no test here records anything. */
const DATABASE = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

function newDeps() {
  return {
    background: createBackground(() => undefined),
    log: pino({ level: 'silent' }),
    db: DATABASE,
    now: () => new Date(),
    newId: randomUUID,
    timers: machineTimers,
  };
}

const ATTEMPT = { attemptId: 'id', orderId: 'order', open: () => Promise.resolve() };

function UNTIL_ABORTED(_: unknown, signal: AbortSignal) {
  return new Promise<object>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });
}

describe('a call to an acquirer', () => {
  it('returns the answer', async () => {
    const answer = { outcome: 'approved' };
    expect(await callTerminal(newDeps(), { ...ATTEMPT, call: () => Promise.resolve(answer) })).toBe(
      answer,
    );
  });

  it('that throws counts as not answered', async () => {
    const broken = () => Promise.reject<object>(new Error('The connection broke'));
    expect(await callTerminal(newDeps(), { ...ATTEMPT, call: broken })).toBeUndefined();
  });

  it('ends when the process ends', async () => {
    const deps = newDeps();
    const asking = Promise.withResolvers<undefined>();
    const call = (_: unknown, signal: AbortSignal) => {
      asking.resolve(undefined);
      return UNTIL_ABORTED(_, signal);
    };
    const asked = callTerminal(deps, { ...ATTEMPT, call });
    await asking.promise;
    await deps.background.close();
    expect(await asked).toBeUndefined();
  });

  it('is not made once the process is ending', async () => {
    const deps = newDeps();
    await deps.background.close();
    const call = vi.fn(UNTIL_ABORTED);
    expect(await callTerminal(deps, { ...ATTEMPT, call })).toBeUndefined();
    expect(call).not.toHaveBeenCalled();
  });
});

describe('the preparation of a call', () => {
  it('takes none of the time that the call has', async () => {
    const open = async () => {
      await once(AbortSignal.timeout(2), 'abort');
      return 'opened';
    };
    const call = (opened: string, { aborted }: AbortSignal) => Promise.resolve({ opened, aborted });
    expect(await callTerminal(newDeps(), { ...ATTEMPT, open, call, timeoutMs: 1 })).toEqual({
      opened: 'opened',
      aborted: false,
    });
  });

  it('counts as no answer if it fails', async () => {
    const call = vi.fn(() => Promise.resolve({}));
    const open = () => Promise.reject(new Error('It does not open'));
    expect(await callTerminal(newDeps(), { ...ATTEMPT, open, call })).toBeUndefined();
    expect(call).not.toHaveBeenCalled();
  });
});

describe('the first call for an attempt', () => {
  it('settles as unknown if it was not answered', async () => {
    const settle = vi.fn(() => Promise.resolve());
    const call = () => Promise.reject(new Error('The connection broke'));
    await callFirst(newDeps(), { ...ATTEMPT, call, settle });
    expect(settle.mock.calls).toEqual([[{ outcome: 'unknown' }]]);
  });

  it('settles as unknown if its answer could not be recorded', async () => {
    const settle = vi.fn<(outcome: object) => Promise<void>>(() => Promise.resolve());
    settle.mockRejectedValueOnce(new Error('The database is unavailable'));
    const call = () => Promise.resolve({ outcome: 'approved' });
    await callFirst(newDeps(), { ...ATTEMPT, call, settle });
    expect(settle.mock.calls).toEqual([[{ outcome: 'approved' }], [{ outcome: 'unknown' }]]);
  });
});
