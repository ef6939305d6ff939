/** Providers behind the port that do what a test says. */
import type { CardProvider, PayoutProvider, ProviderOutcome } from '#service/providers/provider.ts';
import type { RunningService } from '../process/service.ts';

export const silence = () => Promise.reject(new Error('The connection broke'));

/** An acquirer that is silent but for what a test gives it, and sends no notification. */
export function acquireBy(
  { context }: Pick<RunningService, 'context'>,
  provider: Partial<CardProvider>,
): void {
  const silent = { authorize: silence, findOutcome: silence, giveUpChallenge: silence };
  context.providers = {
    ...context.providers,
    cards: new Map([['sandbox', { ...silent, ...provider }]]),
  };
}

/** A payer that is silent but for what a test gives it. */
export function payOutBy(
  { context }: Pick<RunningService, 'context'>,
  provider: Partial<PayoutProvider>,
): void {
  const silent = { pay: silence, findOutcome: silence };
  context.providers = {
    ...context.providers,
    payouts: new Map([['sandbox', { ...silent, ...provider }]]),
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
