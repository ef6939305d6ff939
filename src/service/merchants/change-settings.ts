import type { Updateable } from 'kysely';
import { changeBoundRow, type BindDeps } from '../platform/bound-rows.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import type { TerminalTable } from '../platform/database/tables/merchants.ts';

/**
 * Changes a merchant's settings that processes cache: keys, gates, methods, routes, and which accounts a gate has.
 * Every such change must go through here, except a terminal's (`changeTerminal`). Raises the settings version in
 * the same transaction, so that a statement that relies on older settings detects it (decision 013). Changes to one
 * merchant's settings are serialized.
 *
 * Locks the merchant until the transaction ends; `db` may already be one.
 *
 * @param merchantId null for a page key, which has no merchant and is not cached
 */
export async function changeSettings<Result>(
  db: Db,
  merchantId: string | null,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    if (merchantId !== null) await raiseSettingsVersion(trx, merchantId);
    return change(trx);
  });
}

export async function raiseSettingsVersion(trx: Db, merchantId: string): Promise<void> {
  await trx
    .updateTable('merchants')
    .set(({ eb }) => ({ config_version: eb('config_version', '+', 1n) }))
    .where('id', '=', merchantId)
    .execute();
}

/**
 * Changes a terminal, as part of a transaction. Raises the terminal's version, so that opened terminals are opened
 * again, and the settings version of every merchant with a route to it, because routes are cached under that
 * version.
 *
 * Locks the terminal and these merchants until the transaction ends.
 */
export async function changeTerminal(
  deps: BindDeps,
  id: string,
  changes: Omit<Updateable<TerminalTable>, 'id' | 'version'>,
): Promise<void> {
  const isWhole = BOUND_SETTINGS.every((column) => changes[column] !== undefined);
  await changeBoundRow(deps, { table: 'terminals', id, isWhole }, (db) =>
    db
      .with('changed', (query) =>
        query
          .updateTable('terminals')
          .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1n) }))
          .where('id', '=', id),
      )
      .updateTable('merchants')
      .set(({ eb }) => ({ config_version: eb('config_version', '+', 1n) }))
      .where('id', 'in', (query) =>
        query
          .selectFrom('routes')
          .innerJoin('gate_methods', 'gate_methods.id', 'routes.method_id')
          .innerJoin('gates', 'gates.id', 'gate_methods.gate_id')
          .select('gates.merchant_id')
          .where('routes.terminal_id', '=', id),
      )
      .execute(),
  );
}

/** The bound columns that a change may set. A terminal keeps its adapter. */
const BOUND_SETTINGS = ['settings', 'credentials_sealed', 'merchant_id'] as const;
