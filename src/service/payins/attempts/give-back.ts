import type { Kysely } from 'kysely';
import type { AttemptOutcome } from '#domain/order/attempt.ts';
import { raiseAttention } from '../../orders/attention.ts';
import { askProvider } from '../../orders/ask-provider.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { PayinRow, Tables } from '../../platform/database/schema.ts';
import type { VoidAnswer } from '../../providers/acquirer.ts';
import { selectPayin } from '../queries.ts';
import { findAttempt } from './open-attempt.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'newId' | 'log' | 'background' | 'terminals'>;

interface TakenAfterEnd {
  payin: Pick<PayinRow, 'id' | 'status'>;
  attemptId: string;
  /** How the attempt had ended before it was approved, where it had. */
  ended: AttemptOutcome | undefined;
  at: Date;
  /** What became of giving it back; undefined before that is known. */
  givenBack?: VoidAnswer | 'unknown';
}

/** A provider took money for an order or an attempt that had ended without it: a person has to look. */
export async function raiseTakenAfterEnd(
  deps: Pick<Deps, 'newId' | 'log'>,
  trx: Kysely<Tables>,
  { payin: { id: orderId, status }, attemptId, ended, at, givenBack }: TakenAfterEnd,
): Promise<void> {
  const before = ended === undefined || ended === 'approved' ? '' : ` that had ended (${ended})`;
  const taken = `The provider approved an attempt${before} of a payin that is ${status}: the money was taken.`;
  await raiseAttention(deps, trx, {
    ...{ kind: 'payin_approved_after_end', orderId, attemptId, at },
    detail: givenBack === undefined ? taken : `${taken} ${GIVEN_BACK[givenBack]}`,
  });
}

const GIVEN_BACK = {
  voided: 'The provider has given it back.',
  requested: 'The provider was asked to give it back, and has not confirmed it yet.',
  too_late: 'The provider cannot give it back by itself any more.',
  unknown: 'Whether the provider gives it back is not known.',
} as const satisfies Record<VoidAnswer | 'unknown', string>;

/**
 * Has the provider give back what it took for an order that had ended, where its adapter can, and says on
 * the attention list what became of it. Should the process end meanwhile, the list says that the money was
 * taken, and a person sees to the rest.
 */
export async function giveBack(deps: Deps, attemptId: string): Promise<void> {
  const found = await findAttempt(deps, attemptId);
  if (found === undefined || !canVoid(deps, found.terminal.adapter)) return;
  const payin = await selectPayin(deps.db, found.attempt.orderId);
  if (payin === undefined) return;
  const answer = await askProvider(deps, {
    ...{ attemptId, orderId: payin.id },
    open: found.cards,
    ask: async (cards, signal) => ({ answer: await cards.void(found.attempt, signal) }),
  });
  await raiseTakenAfterEnd(deps, deps.db, {
    ...{ payin, attemptId, ended: found.attempt.outcome, at: deps.now() },
    givenBack: answer?.answer ?? 'unknown',
  });
}

function canVoid({ terminals }: Deps, adapter: string): boolean {
  return terminals.adapters.get(adapter)?.describe().cards?.voids === true;
}
