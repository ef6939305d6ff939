import type { ServiceContext } from '../../platform/context.ts';
import { isUnderWay } from '#domain/order/status.ts';
import type { NotTaken } from '../../providers/acquirer.ts';
import type { ProviderAnswer } from '../../providers/provider.ts';
import { takeNext } from '../../routing/choose-route.ts';
import { attemptEnd } from '../payin-moves.ts';
import { annotatePayin } from '../queries.ts';
import { closeAttempt, insertFollowing, lockOpenAttempt } from './attempt-queries.ts';
import { firstAskAt } from './first-ask.ts';
import type { RecordedAttempt } from './record-attempt.ts';
import { rememberer } from './remember.ts';

/**
 * Ends an attempt that took nothing, and makes another at the next route, in one transaction: the order
 * stays under way, and is never without an attempt.
 *
 * Locks the order, then the attempt.
 *
 * @returns undefined where there is no route left, the order has ended, or somebody else has settled the
 *   attempt; also when this could not be recorded, so that the caller settles what it knows
 */
export async function takeNextRoute(
  context: ServiceContext,
  current: RecordedAttempt,
  answer: ProviderAnswer | NotTaken,
): Promise<RecordedAttempt | undefined> {
  const taken = takeNext(context.terminals, current.others);
  if (taken === undefined) return undefined;
  try {
    return await follow(context, { ...current, ...taken }, answer);
  } catch (error) {
    const { id: attemptId } = current.attempt;
    context.log.warn({ err: error, attemptId }, 'The next route was not recorded');
    return undefined;
  }
}

async function follow(
  context: ServiceContext,
  following: RecordedAttempt,
  answer: ProviderAnswer | NotTaken,
): Promise<RecordedAttempt | undefined> {
  const { db, now, newId } = context;
  const { attempt, route, known } = following;
  const end = attemptEnd(answer);
  if (end === undefined) throw new Error(`${answer.outcome} does not end an attempt`);
  const id = newId();
  const at = now();
  const payin = await db.transaction().execute(async (trx) => {
    const open = await lockOpenAttempt(trx, attempt.id);
    if (open === undefined || !isUnderWay(open.payin.status)) return undefined;
    const { payin: found } = open;
    await closeAttempt(trx, attempt.id, end, at, { superseded: true });
    const changes = {
      attempts_made: found.attempts_made + 1,
      terminal_id: route.terminal.id,
      route_id: route.id,
    };
    await insertFollowing(trx, attempt.id, {
      ...{ id, terminalId: route.terminal.id, routeId: route.id },
      ...{ at, nextAskAt: firstAskAt(context, route, at, found.expires_at) },
    });
    await annotatePayin(trx, found, changes, at);
    return { ...found, ...changes, updated_at: at };
  });
  if (payin === undefined) return undefined;
  const { address } = attempt.payer;
  context.limits.addressDeclines.begin(id, { merchantId: payin.merchant_id, address });
  return {
    ...following,
    attempt: { ...attempt, id, remember: rememberer(db, id) },
    known: { ...known, id, payin },
  };
}
