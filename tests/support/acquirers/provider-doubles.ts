/** Providers behind the port that do what a test says. */
import type {
  Acquirer,
  CardAcquirer,
  PayoutAcquirer,
  ProviderOutcome,
  TransferAcquirer,
  RefundAcquirer,
} from '#service/providers/port.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { sandboxTerminal } from '../database/seeds/terminals.ts';
import type { RunningService } from '../process/service.ts';

export function silence() {
  return Promise.reject(new Error('The connection broke'));
}

/** What an acquirer does that never answers. */
export const SILENT = {
  cards: {
    authorize: silence,
    findOutcome: silence,
    completeChallenge: silence,
    giveUpChallenge: silence,
    confirmNotification: silence,
    void: silence,
  },
  transfers: {
    begin: silence,
    findOutcome: silence,
    giveUp: silence,
    confirmNotification: silence,
  },
  payouts: { pay: silence, findOutcome: silence },
  refunds: { refund: silence, findOutcome: silence },
} as const satisfies Partial<Acquirer>;

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

/** Has every terminal lead to an acquirer of the test's, in part. */
function replace({ context }: Pick<RunningService, 'context'>, part: Partial<Acquirer>): void {
  const { terminals } = context;
  context.terminals = {
    ...terminals,
    open: async (terminal) => ({ ...(await terminals.open(terminal)), ...part }),
  };
}

/** An acquirer that is silent but for what a test gives it, and sends no notification. */
export function acquireBy(
  running: Pick<RunningService, 'context'>,
  cards: Partial<CardAcquirer>,
): void {
  replace(running, { cards: { ...SILENT.cards, ...cards } });
}

/** The same for payins that are not by card. */
export function transferBy(
  running: Pick<RunningService, 'context'>,
  transfers: Partial<TransferAcquirer>,
): void {
  replace(running, { transfers: { ...SILENT.transfers, ...transfers } });
}

/** A payer that is silent but for what a test gives it. */
export function payOutBy(
  running: Pick<RunningService, 'context'>,
  payouts: Partial<PayoutAcquirer>,
): void {
  replace(running, { payouts: { ...SILENT.payouts, ...payouts } });
}

/** A refunder that is silent but for what a test gives it. */
export function refundBy(
  running: Pick<RunningService, 'context'>,
  refunds: Partial<RefundAcquirer> | undefined,
): void {
  replace(running, { refunds: refunds && { ...SILENT.refunds, ...refunds } });
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
