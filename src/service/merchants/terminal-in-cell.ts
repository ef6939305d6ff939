import type { ServiceContext } from '../platform/context.ts';

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
  if (shared === undefined) return id;
  const there = await other.db
    .selectFrom('terminals')
    .select('id')
    .where('name', '=', shared.name)
    .where('merchant_id', 'is', null)
    .executeTakeFirst();
  return there?.id ?? id;
}
