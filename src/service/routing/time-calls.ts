import type { Metrics } from '../platform/metrics/metrics.ts';
import { inSpan, SpanKind } from '../platform/tracing/trace.ts';
import type { Acquirer } from '../providers/acquirer.ts';

const MS_PER_SECOND = 1_000;

/** Has the metrics know how long a terminal's calls take, and what comes of them. */
export function timeCalls(acquirer: Acquirer, terminalId: string, metrics: Metrics): Acquirer {
  const { cards, payouts } = acquirer;
  const timed = async <Answer extends { outcome: string }>(
    call: string,
    ask: () => Promise<Answer>,
  ): Promise<Answer> => {
    const startedMs = performance.now();
    const attributes = { 'tollgate.terminal': terminalId };
    let result = 'error';
    try {
      const answer = await inSpan(`provider ${call}`, { kind: SpanKind.CLIENT, attributes }, ask);
      result = answer.outcome;
      return answer;
    } finally {
      const seconds = (performance.now() - startedMs) / MS_PER_SECOND;
      metrics.providerAnswered({ terminalId, call, result, seconds });
    }
  };
  return {
    ...acquirer,
    cards: cards && {
      ...cards,
      authorize: (...asked) => timed('authorize', () => cards.authorize(...asked)),
      findOutcome: (...asked) => timed('find_payin', () => cards.findOutcome(...asked)),
    },
    payouts: payouts && {
      ...payouts,
      pay: (...asked) => timed('pay', () => payouts.pay(...asked)),
      findOutcome: (...asked) => timed('find_payout', () => payouts.findOutcome(...asked)),
    },
  };
}
