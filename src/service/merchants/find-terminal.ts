import { UUID } from '#contract/patterns.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { Db } from '../platform/database/schema.ts';

/** A terminal by its id or its name, which is unique. */
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

/** One that all merchants share, which each cell has under the same name and an id of its own. */
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
 * By which id another cell knows a terminal: one that all merchants share is in each by the same name.
 *
 * @param id as `home` has it
 * @returns the id itself where the other has no such terminal
 */
export async function terminalIdIn(other: Cell, home: Cell, id: string): Promise<string> {
  if (other === home) return id;
  const shared = await home.db
    .selectFrom('terminals')
    .select('name')
    .where('id', '=', id)
    .where('merchant_id', 'is', null)
    .executeTakeFirst();
  const there = shared && (await findSharedTerminal(other.db, shared.name));
  return there?.id ?? id;
}
