/** Providers behind the port that do what a test says. */
import type { Acquirer, ProviderOutcome } from '#service/providers/port.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { sandboxTerminal } from '../database/seeds/methods.ts';
import type { RunningService } from '../process/service.ts';

export function silence() {
  return Promise.reject(new Error('The connection broke'));
}

/** A part of an acquirer that does what it is given by the time of each call, and never answers otherwise. */
export function silentBut<Part extends object>(given: () => Partial<Part> | undefined): Part {
  const silent: Partial<Part> = {};
  return new Proxy(silent as Part, {
    get(_, call) {
      const act: unknown = Reflect.get(given() ?? {}, call);
      // What a promise resolves to is asked whether it is another.
      return act ?? (call === 'then' ? undefined : silence);
    },
  });
}

/** As long as something is done, nobody is kept waiting for a provider: for one that never answers. */
export async function withoutWaiting<Done>(
  { context: { waits } }: Pick<RunningService, 'context'>,
  act: () => Promise<Done>,
): Promise<Done> {
  const { providerMs } = waits;
  waits.providerMs = 0;
  try {
    return await act();
  } finally {
    waits.providerMs = providerMs;
  }
}

/** Waits until the sandbox has taken the money for a payin. What it took is found, though it never answered. */
export async function chargedBySandbox(
  { cells }: Pick<RunningService, 'cells'>,
  payinId: string,
): Promise<void> {
  const charged = () =>
    sql`select from sandbox.payments where order_id = ${payinId}`.execute(cells.first.db);
  await expect.poll(async () => (await charged()).rows.length).toBeGreaterThan(0);
}

/** The embedded acquirer that the service's terminals lead to: a test may spy on it. */
export async function sandboxAcquirer(running: Pick<RunningService, 'context' | 'db'>) {
  const { cards, payouts } = await running.context.terminals.open(await sandboxTerminal(running));
  if (!cards || !payouts) throw new Error('The sandbox is not installed');
  return { cards, payouts };
}

/**
 * Has every terminal lead to an acquirer that is silent in one part but for what a test gives it, and sends no notification of it;
 * undefined leaves the part out.
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
} as const satisfies ProviderOutcome;

/** Answers that come when the test says, as it has to in the end, and how often they were asked for. */
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
