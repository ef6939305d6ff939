import type { Kysely } from 'kysely';
import { assertBalanced, type Movement } from '#domain/ledger/posting.ts';
import type { Tables } from '../platform/database/schema.ts';
import { balanceChanges, type BalanceChanges } from './balance-changes.ts';
import { appendMovements, lockGateAccounts, lockWallets, type Posting } from './queries.ts';

/** `insufficient` and `no_account` leave everything as it was: the caller's transaction may go on. */
export type PostResult = 'posted' | 'insufficient' | 'no_account';

/** Posts one movement in the transaction of the order that it belongs to; see `postAll`. */
export async function post(
  trx: Kysely<Tables>,
  movement: Movement,
  { orderId, at }: { orderId: string | null; at: Date },
): Promise<PostResult> {
  return postAll(trx, [{ movement, orderId, at }]);
}

/**
 * Appends movements with their entries and updates the balances: all of them, or none.
 *
 * Locks the accounts it changes until the transaction ends: gate accounts by gate and currency, then
 * wallets. Whoever locks orders too locks those first. One account is changed by one statement, which
 * takes from it only what is there; so no two postings overdraw it, however many come at once.
 */
export async function postAll(
  trx: Kysely<Tables>,
  postings: readonly Posting[],
): Promise<PostResult> {
  for (const { movement } of postings) assertBalanced(movement.entries);
  const changes = balanceChanges(postings.flatMap(({ movement }) => movement.entries));
  const accounts = changes.gates.length + changes.wallets.length;
  const obstacle = accounts > 1 ? await lockAndJudge(trx, changes) : undefined;
  if (obstacle) return obstacle;
  const changed = await appendMovements(trx, postings, changes);
  if (changed === accounts) return 'posted';
  // Of several accounts, locked and judged just now, none can have fallen short.
  if (accounts > 1) throw new Error('A posting met an account that changed under its lock');
  return (await lockAndJudge(trx, changes)) ?? 'insufficient';
}

async function lockAndJudge(
  trx: Kysely<Tables>,
  changes: BalanceChanges,
): Promise<'insufficient' | 'no_account' | undefined> {
  const gates = await lockGateAccounts(trx, changes.gates);
  const wallets = await lockWallets(trx, changes.wallets);
  if (gates.length < changes.gates.length || wallets.length < changes.wallets.length) {
    return 'no_account';
  }
  const short =
    changes.gates.some((change) => availableAfter(gates, change) < 0n) ||
    changes.wallets.some((change) => balanceAfter(wallets, change) < 0n);
  return short ? 'insufficient' : undefined;
}

function availableAfter(
  rows: Awaited<ReturnType<typeof lockGateAccounts>>,
  change: BalanceChanges['gates'][number],
): bigint {
  const row = rows.find(
    ({ gate_id, currency }) => gate_id === change.gateId && currency === change.currency,
  );
  return (row?.available_minor ?? 0n) + change.available;
}

function balanceAfter(
  rows: Awaited<ReturnType<typeof lockWallets>>,
  change: BalanceChanges['wallets'][number],
): bigint {
  const row = rows.find(
    ({ merchant_id, currency }) =>
      merchant_id === change.merchantId && currency === change.currency,
  );
  return (row?.balance_minor ?? 0n) + change.balance;
}
