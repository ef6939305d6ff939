import type { Route } from '#domain/routing/route.ts';
import { PROVIDER_TIMEOUT_MS } from '../../orders/ask-provider.ts';
import { firstQueryAt } from '../../orders/ask-schedule.ts';
import type { ServiceContext } from '../../platform/context.ts';

/** Between the end of the first call and the first question about it. */
const MARGIN_MS = 2_000;

/**
 * When an acquirer is first asked about a new attempt; until then its first call has it for itself. One
 * that cannot be asked has the payment cancelled instead, which must not meet a call that may still be
 * answered.
 */
export function firstAskAt(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  { terminal }: Pick<Route, 'terminal'>,
  at: Date,
  expiresAt: Date,
): Date {
  const outcomes = terminals.adapters.get(terminal.adapter)?.describe().cards?.outcomes;
  return outcomes === 'notified'
    ? new Date(at.getTime() + PROVIDER_TIMEOUT_MS + MARGIN_MS)
    : firstQueryAt(at, expiresAt);
}
