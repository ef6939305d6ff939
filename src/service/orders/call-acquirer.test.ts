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
import type { Acquirer } from '../acquirers/port.ts';
import type { CallResult } from '../acquirers/registry.ts';
import { createBackground } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import { machineTimers } from '../platform/timers.ts';
import {
  callAcquirer,
  settleAnswer,
  settleFirstAnswer,
  type CallContext,
  type NoAnswer,
} from './call-acquirer.ts';

/** A database that stores nothing: no test here records anything. */
const DATABASE = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const ACQUIRER = {} as Acquirer;

/** Returns a context, and the calls that it records. */
function newContext({ open = () => Promise.resolve(ACQUIRER) } = {}) {
  const recorded: CallResult[] = [];
  const measured: string[] = [];
  const context = {
    background: createBackground(() => undefined),
    batches: { run: () => Promise.resolve(undefined) },
    log: pino({ level: 'silent' }),
    db: DATABASE,
    now: () => new Date(),
    newId: randomUUID,
    timers: machineTimers,
    metrics: {
      acquirerAnswered: ({ call, result }: { call: string; result: string }) => {
        measured.push(`${call} ${result}`);
      },
    },
    terminals: {
      open,
      recordCall: (_: unknown, call: CallResult) => {
        recorded.push(call);
      },
    },
  } as unknown as CallContext;
  return { context, recorded, measured };
}

const CALL = {
  name: 'authorize',
  attempt: { id: 'attempt', orderId: 'order' },
  terminal: { id: 'terminal', adapter: 'adapter', version: 1n },
  open: () => 'opened',
} as const;

const APPROVED = { outcome: 'approved' };
const SILENCE = { outcome: 'unknown', why: 'silence' };

function untilAborted(_: unknown, _saveReference: unknown, signal: AbortSignal) {
  return new Promise<{ outcome: string }>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });
}

describe('a call to an acquirer', () => {
  it('returns the answer, measures it and records it for the circuit', async () => {
    const { context, recorded, measured } = newContext();
    const send = () => Promise.resolve(APPROVED);
    expect(await callAcquirer(context, { ...CALL, send })).toBe(APPROVED);
    expect(measured).toEqual(['authorize approved']);
    expect(recorded).toEqual([
      { call: 'authorize', isPayment: true, result: 'approved', hasFailed: false },
    ]);
  });

  it('that throws counts as not answered, and as a failure', async () => {
    const { context, recorded } = newContext();
    const send = () => Promise.reject<{ outcome: string }>(new Error('The connection broke'));
    expect(await callAcquirer(context, { ...CALL, send })).toEqual(SILENCE);
    expect(recorded).toMatchObject([{ result: 'error', hasFailed: true }]);
  });

  it('ends when the process ends, which says nothing about the acquirer', async () => {
    const { context, recorded } = newContext();
    const asking = Promise.withResolvers<undefined>();
    const send: typeof untilAborted = (...call) => {
      asking.resolve(undefined);
      return untilAborted(...call);
    };
    const called = callAcquirer(context, { ...CALL, send });
    await asking.promise;
    await context.background.close();
    expect(await called).toEqual(SILENCE);
    expect(recorded).toEqual([]);
  });

  it('is not made once the process is ending', async () => {
    const { context } = newContext();
    await context.background.close();
    const send = vi.fn(untilAborted);
    expect(await callAcquirer(context, { ...CALL, send })).toEqual(SILENCE);
    expect(send).not.toHaveBeenCalled();
  });

  it('does not continue after its reference could not be saved', async () => {
    const { context } = newContext();
    const send = async (_: unknown, saveReference: (reference: string) => Promise<void>) => {
      await saveReference('reference');
      return APPROVED;
    };
    expect(await callAcquirer(context, { ...CALL, send })).toEqual(SILENCE);
  });
});

describe('the opening of a terminal', () => {
  it('takes none of the time that the call has', async () => {
    const { context } = newContext({
      open: async () => {
        await once(AbortSignal.timeout(2), 'abort');
        return ACQUIRER;
      },
    });
    const send = (opened: string, _: unknown, { aborted }: AbortSignal) =>
      Promise.resolve({ outcome: opened, aborted });
    expect(await callAcquirer(context, { ...CALL, send, timeoutMs: 1 })).toEqual({
      outcome: 'opened',
      aborted: false,
    });
  });

  it.each([
    ['fails', { open: () => Promise.reject<Acquirer>(new Error('It does not open')) }, CALL.open],
    [
      'finds that the adapter cannot make the call',
      {},
      () => {
        throw new Error('The adapter takes no cards');
      },
    ],
  ])('says that the acquirer was not called if it %s', async (_, deps, open) => {
    const { context, recorded } = newContext(deps);
    const send = vi.fn(() => Promise.resolve(APPROVED));
    expect(await callAcquirer(context, { ...CALL, open, send })).toEqual({
      outcome: 'unknown',
      why: 'not_opened',
    });
    expect(send).not.toHaveBeenCalled();
    expect(recorded).toEqual([]);
  });
});

const NO_ANSWER: NoAnswer = { outcome: 'unknown', why: 'silence' };

it('an answer that could not be recorded leaves its attempt open', async () => {
  const { context } = newContext();
  const settle = vi.fn<(answer: object) => Promise<void>>(() => Promise.resolve());
  settle.mockRejectedValueOnce(new Error('The database is unavailable'));
  const open = { ok: false, problem: 'still_open' };
  expect(await settleAnswer(context, CALL.attempt, APPROVED, settle)).toEqual(open);
  expect(await settleAnswer(context, CALL.attempt, NO_ANSWER, settle)).toEqual(open);
  expect(settle).toHaveBeenCalledTimes(1);
});

describe('the first call for an attempt', () => {
  it('settles as unknown if it was not answered', async () => {
    const settle = vi.fn(() => Promise.resolve());
    await settleFirstAnswer(newContext().context, CALL.attempt, NO_ANSWER, settle);
    expect(settle.mock.calls).toEqual([[{ outcome: 'unknown' }]]);
  });

  it('settles as unknown if its answer could not be recorded', async () => {
    const settle = vi.fn<(outcome: object) => Promise<void>>(() => Promise.resolve());
    settle.mockRejectedValueOnce(new Error('The database is unavailable'));
    await settleFirstAnswer(newContext().context, CALL.attempt, APPROVED, settle);
    expect(settle.mock.calls).toEqual([[APPROVED], [{ outcome: 'unknown' }]]);
  });
});
