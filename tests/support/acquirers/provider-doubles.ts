/** Providers behind the port that do what a test says. */
import type {
  Acquirer,
  CardAcquirer,
  PayoutAcquirer,
  ProviderOutcome,
} from '#service/providers/port.ts';
import { sandboxTerminal } from '../database/seeds/terminals.ts';
import type { RunningService } from '../process/service.ts';

export const silence = () => Promise.reject(new Error('The connection broke'));

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
  const silent = {
    authorize: silence,
    findOutcome: silence,
    completeChallenge: silence,
    giveUpChallenge: silence,
    confirmNotification: silence,
    void: silence,
  };
  replace(running, { cards: { ...silent, ...cards } });
}

/** A payer that is silent but for what a test gives it. */
export function payOutBy(
  running: Pick<RunningService, 'context'>,
  payouts: Partial<PayoutAcquirer>,
): void {
  replace(running, { payouts: { pay: silence, findOutcome: silence, ...payouts } });
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
