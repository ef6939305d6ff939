import { UUID } from '#contract/patterns.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';

/** Finds a terminal by id or by name, which is unique. */
export async function findTerminal(
  db: Db,
  reference: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('terminals')
    .select(['id', 'name'])
    .where(UUID.test(reference) ? 'id' : 'name', '=', reference)
    .executeTakeFirst();
}

/** Finds a terminal that all merchants share. Each cell has it under the same name, with a different id. */
export async function findSharedTerminal(
  db: Db,
  name: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('terminals')
    .select('id')
    .where('name', '=', name)
    .where('merchant_id', 'is', null)
    .executeTakeFirst();
}

type Cell = Pick<ServiceContext, 'db'>;

/**
 * Returns the id of a shared terminal in another cell, where it has the same name.
 *
 * @param id the terminal's id in `home`
 * @returns `id` itself if both cells are the same, if the terminal is not shared, or if `other` does not have it
 */
export async function terminalIdIn(other: Cell, home: Cell, id: string): Promise<string> {
  if (other === home) return id;
  const shared = await home.db
    .selectFrom('terminals')
    .select('name')
    .where('id', '=', id)
    .where('merchant_id', 'is', null)
    .executeTakeFirst();
  const terminal = shared && (await findSharedTerminal(other.db, shared.name));
  return terminal?.id ?? id;
}
