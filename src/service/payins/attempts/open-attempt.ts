import { UUID } from '#contract/patterns.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { CardAcquirer, KnownAttempt } from '../../providers/acquirer.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import { selectAttempt, type AttemptFacts } from './attempt-queries.ts';
import { rememberer } from './remember.ts';

/** An attempt with the acquirer that it was made at. */
export interface AttemptAtAcquirer extends Pick<AttemptFacts, 'expiresAt' | 'terminal'> {
  attempt: KnownAttempt;
  /** Opens the terminal. @throws when it cannot be opened, or takes no cards */
  cards: () => Promise<CardAcquirer>;
}

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;

/** Undefined where there is no such attempt. */
export async function findAttempt(
  deps: Deps,
  attemptId: string,
): Promise<AttemptAtAcquirer | undefined> {
  const facts = UUID.test(attemptId) ? await selectAttempt(deps.db, attemptId) : undefined;
  if (facts === undefined) return undefined;
  const { terminal, expiresAt, ...known } = facts;
  return {
    ...{ terminal, expiresAt },
    attempt: { ...known, remember: rememberer(deps.db, attemptId, known.reference) },
    cards: () => cardsOf(deps, terminal),
  };
}

/** @throws when the terminal cannot be opened, or takes no cards */
export async function cardsOf(
  { terminals }: Pick<ServiceContext, 'terminals'>,
  terminal: RoutedTerminal,
): Promise<CardAcquirer> {
  const { cards } = await terminals.open(terminal);
  if (cards === undefined) throw new Error(`The adapter ${terminal.adapter} takes no cards`);
  return cards;
}
