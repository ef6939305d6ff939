import { UUID } from '#contract/patterns.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { KnownPayout, PayoutAcquirer } from '../providers/acquirer.ts';
import { selectPayoutAttempt } from './attempt-queries.ts';

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;

/** A payout's attempt with the acquirer that it was made at. */
export interface PayoutAtAcquirer {
  attempt: KnownPayout;
  orderId: string;
  terminal: RoutedTerminal;
  /** Opens the terminal. @throws when it cannot be opened, or makes no payouts */
  payouts: () => Promise<PayoutAcquirer>;
}

/** Undefined where there is no such attempt. */
export async function findPayoutAttempt(
  deps: Deps,
  attemptId: string,
): Promise<PayoutAtAcquirer | undefined> {
  const facts = UUID.test(attemptId) ? await selectPayoutAttempt(deps.db, attemptId) : undefined;
  if (facts === undefined) return undefined;
  const { orderId, terminal, ...attempt } = facts;
  return { attempt, orderId, terminal, payouts: () => payoutsOf(deps, terminal) };
}

/** @throws when the terminal cannot be opened, or makes no payouts */
export async function payoutsOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<PayoutAcquirer> {
  const { payouts } = await terminals.open(terminal);
  if (payouts === undefined) throw new Error(`The adapter ${terminal.adapter} makes no payouts`);
  return payouts;
}
