import { UUID } from '#contract/patterns.ts';
import type { RoutedTerminal } from '#domain/routing/route.ts';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '../platform/context.ts';
import type { Tables } from '../platform/database/schema.ts';
import {
  MAX_REFERENCE_LENGTH,
  type CardAcquirer,
  type KnownAttempt,
  type SaveReference,
} from '../providers/port.ts';
import { replaceReference, selectAttempt } from './store/attempts.ts';

/** An attempt with the acquirer that it was made at. */
export interface AttemptAtAcquirer {
  attempt: KnownAttempt;
  saveReference: SaveReference;
  terminal: RoutedTerminal;
  /** The end of the order's waiting time. */
  expiresAt: Date;
  /** Opens the terminal. @throws when it cannot be opened, or takes no cards */
  cards: () => Promise<CardAcquirer>;
}

type Deps = Pick<ServiceContext, 'db' | 'terminals'>;

/** Undefined where there is no such attempt. */
export async function findAttempt(
  deps: Deps,
  attemptId: string,
): Promise<AttemptAtAcquirer | undefined> {
  const found = UUID.test(attemptId) ? await selectAttempt(deps.db, attemptId) : undefined;
  if (found === undefined) return undefined;
  const { attempt, terminal, expiresAt } = found;
  return {
    attempt,
    saveReference: referenceSaver(deps.db, attemptId, attempt.reference),
    terminal,
    expiresAt,
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

/**
 * Saves an acquirer's reference in place of the one that was read, or of the one that this saved
 * before. The second of two callers that read the same must not go on.
 */
export function referenceSaver(
  db: Kysely<Tables>,
  attemptId: string,
  read?: string,
): SaveReference {
  let last = read;
  return async (next) => {
    if (next.length > MAX_REFERENCE_LENGTH) throw new Error("An acquirer's reference is too long");
    if (!(await replaceReference(db, attemptId, { read: last, next }))) {
      throw new Error('The attempt was settled or another reference saved meanwhile');
    }
    last = next;
  };
}
