import { assertBalanced, type Entry, type Movement } from '#domain/ledger/posting.ts';
import type { Db } from '../platform/database/schema.ts';
import type { RetentionTable } from '../platform/database/tables/ledger.ts';
import {
  appendMovements,
  movementColumns,
  perBucket,
  type BalanceChanges,
  type CreditColumns,
  type GateChange,
  type PostingColumns,
  type Posting,
  type WalletChange,
} from './store.ts';

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
  const entries = postings.flatMap(({ movement }) => movement.entries);
  const changes = balanceChanges(entries, overdraws);
  const accounts = changes.gates.length + changes.wallets.length;
  const { found, covered, changed } = await appendMovements(trx, postings, changes);
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

/** A payin's credit to its gate: the movement, and the amounts retained in hold and rolling. */
export interface Credit {
  movement: Movement;
  retained: readonly Pick<RetentionTable, 'bucket' | 'amount_minor' | 'due_at'>[];
}

/**
 * Returns a credit as the input of a statement that includes `RETAINED`. Without a credit the input posts nothing.
 */
export function creditColumns(credit: Credit | undefined): CreditColumns {
  const { movement, retained = [] } = credit ?? {};
  return {
    ...postingColumns(movement),
    buckets: retained.map(({ bucket }) => bucket),
    retainedMinor: retained.map(({ amount_minor: amountMinor }) => amountMinor),
    dueAt: retained.map(({ due_at: dueAt }) => dueAt),
  };
}

/**
 * Returns a movement as the input of a statement that includes `POSTED`. Without a movement the input posts
 * nothing.
 *
 * @throws Error unless the movement changes exactly one gate account
 */
export function postingColumns(movement: Movement | undefined): PostingColumns {
  const { gates } = balanceChanges(movement?.entries ?? [], false);
  if (gates.length !== (movement === undefined ? 0 : 1)) {
    throw new Error('A movement of an order changes one account');
  }
  return {
    ...movementColumns(movement),
    ...perBucket((bucket) => gates[0]?.[bucket] ?? 0n),
  };
}

/** Sums entries by the balance they change. The platform's own accounts have no balance. */
function balanceChanges(entries: readonly Entry[], overdraws: boolean): BalanceChanges {
  const gates = new Map<string, GateChange>();
  const wallets = new Map<string, WalletChange>();
  for (const { account, currency, amountMinor } of entries) {
    if ('gateId' in account) {
      const change = taken(gates, `${account.gateId} ${currency}`, () => ({
        gateId: account.gateId,
        currency,
        ...perBucket(() => 0n),
        overdraws,
      }));
      change[account.kind] += amountMinor;
    } else if ('merchantId' in account) {
      const { merchantId } = account;
      const fresh = () => ({ merchantId, currency, balance: 0n });
      taken(wallets, `${merchantId} ${currency}`, fresh).balance += amountMinor;
    }
  }
  return { gates: [...gates.values()], wallets: [...wallets.values()] };
}

function taken<Value>(map: Map<string, Value>, key: string, fresh: () => Value): Value {
  const value = map.get(key) ?? fresh();
  map.set(key, value);
  return value;
}
