import type { Updateable } from 'kysely';
import type { TerminalTable } from '../platform/database/tables/merchants.ts';
import type { Db } from '../platform/database/schema.ts';

/**
 * Changes a terminal, as part of a transaction. Raises the terminal's version, so that opened terminals are opened
 * again, and the settings version of every merchant with a route to it, because routes are cached under that
 * version.
 *
 * Locks the terminal and these merchants until the transaction ends.
 */
export async function changeTerminal(
  trx: Db,
  id: string,
  changes: Omit<Updateable<TerminalTable>, 'id' | 'version'>,
): Promise<void> {
  await trx
    .updateTable('terminals')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1n) }))
    .where('id', '=', id)
    .execute();
  const leading = await trx
    .selectFrom('routes')
    .innerJoin('gate_methods', 'gate_methods.id', 'routes.method_id')
    .innerJoin('gates', 'gates.id', 'gate_methods.gate_id')
    .select('gates.merchant_id')
    .distinct()
    .where('routes.terminal_id', '=', id)
    .orderBy('gates.merchant_id')
    .execute();
  if (leading.length === 0) return;
  await trx
    .updateTable('merchants')
    .set(({ eb }) => ({ config_version: eb('config_version', '+', 1n) }))
    .where(
      'id',
      'in',
      leading.map((row) => row.merchant_id),
    )
    .execute();
}
