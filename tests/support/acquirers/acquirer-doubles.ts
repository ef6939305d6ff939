/** Acquirer test doubles behind the port, scripted by the test. */
import type { Acquirer, AcquirerOutcome } from '#service/acquirers/port.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { sandboxTerminal } from '../database/seeds/methods.ts';
import type { RunningService } from '../process/service.ts';

export function silence() {
  return Promise.reject(new Error('The connection broke'));
}

/** Returns one part of an acquirer, scripted by `given`. Calls that it does not script fail like a lost connection. */
export function silentBut<Part extends object>(given: () => Partial<Part> | undefined): Part {
  const silent: Partial<Part> = {};
  return new Proxy(silent as Part, {
    get(_, call) {
      const act: unknown = Reflect.get(given() ?? {}, call);
      // Resolving a promise with this object reads `then`, to see whether it is a promise too.
      return act ?? (call === 'then' ? undefined : silence);
    },
  });
}

/** Runs `act` with the wait for an acquirer set to 0 ms, for acquirers that never answer. */
export async function withoutWaiting<Done>(
  { context: { waits } }: Pick<RunningService, 'context'>,
  act: () => Promise<Done>,
): Promise<Done> {
  const { acquirerMs } = waits;
  waits.acquirerMs = 0;
  try {
    return await act();
  } finally {
    waits.acquirerMs = acquirerMs;
  }
}

/** Waits until the sandbox has charged a payin. A charge is found even if the sandbox never answered. */
export async function chargedBySandbox(
  { db }: Pick<RunningService, 'db'>,
  payinId: string,
): Promise<void> {
  const charged = () => sql`select from sandbox.payments where order_id = ${payinId}`.execute(db);
  await expect.poll(async () => (await charged()).rows.length).toBeGreaterThan(0);
}

/** Returns the embedded sandbox acquirer behind the service's terminals, for a test to spy on. */
export async function sandboxAcquirer(running: Pick<RunningService, 'context' | 'db'>) {
  const { cards, payouts } = await running.context.terminals.open(await sandboxTerminal(running));
  if (!cards || !payouts) throw new Error('The sandbox is not installed');
  return { cards, payouts };
}

/**
 * Replaces one part of every terminal's acquirer by a double that is silent except for the calls in `given`.
 * Nothing is charged behind it, so the sandbox sends no notification. If `given` is undefined, the part is missing.
 */
export function acquireBy<Part extends 'cards' | 'transfers' | 'payouts' | 'refunds'>(
  { context }: Pick<RunningService, 'context'>,
  part: Part,
  given: Partial<NonNullable<Acquirer[Part]>> | undefined,
): void {
  const { terminals } = context;
  const made = given && silentBut(() => given);
  context.terminals = {
    ...terminals,
    open: async (terminal) => ({ ...(await terminals.open(terminal)), [part]: made }),
  };
}

export const APPROVED = { outcome: 'approved', reference: 'r', rrn: '1' } as const;
export const CHALLENGE = {
  outcome: 'challenge',
  reference: 'r',
  url: 'http://bank.test/challenge',
} as const satisfies AcquirerOutcome;

/** Returns answers that resolve only when the test calls `answer`, which it must, and how often they were asked for. */
export function delayedAnswers<Answer>() {
  const waiting: ((answer: Answer) => void)[] = [];
  return {
    ask: () => new Promise<Answer>((resolve) => waiting.push(resolve)),
    asked: () => waiting.length,
    answer: (answer: Answer) => {
      for (const resolve of waiting) resolve(answer);
    },
  };
}
