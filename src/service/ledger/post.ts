import { assertBalanced, type Movement } from '#domain/ledger/posting.ts';
import type { Db } from '../platform/database/schema.ts';
import { appendMovements, type Posting } from './store.ts';

/**
 * The result of a posting. `insufficient` and `no_account` change nothing, and the caller's transaction can
 * continue.
 */
export type PostResult = 'posted' | 'insufficient' | 'no_account';

/** Posts one movement in the transaction of what it belongs to; see `postAll`. */
export async function post(
  trx: Db,
  movement: Movement,
  { orderId, at, overdraws }: Omit<Posting, 'movement'>,
): Promise<PostResult> {
  return postAll(trx, [{ movement, orderId, at, overdraws }]);
}

/**
 * Appends movements with their entries and updates the balances: all of them, or none.
 *
 * Locks the accounts it changes until the transaction ends: gate accounts by gate and currency, then wallets. A
 * caller that locks orders must lock those first. One statement locks, checks and changes the accounts, so
 * concurrent postings cannot overdraw them. Only what an acquirer has already taken, or did not take from the payer, and
 * an adjustment that a person allowed to, may take the available balance below zero.
 */
export async function postAll(trx: Db, postings: readonly Posting[]): Promise<PostResult> {
  for (const { movement } of postings) assertBalanced(movement.entries);
  const overdraws = postings.every(
    ({ movement: { kind }, overdraws: isAllowed }) => isAllowed ?? OVERDRAWING.has(kind),
  );
  const { accounts, found, covered, changed } = await appendMovements(trx, postings, overdraws);
  if (found < accounts) return 'no_account';
  if (covered < accounts) return 'insufficient';
  if (changed < accounts) throw new Error('A posting met an account that changed under its lock');
  return 'posted';
}

const OVERDRAWING: ReadonlySet<Movement['kind']> = new Set([
  'dispute_reserve',
  'refund_take',
  'refund_correction',
  'payin_shortfall',
]);
