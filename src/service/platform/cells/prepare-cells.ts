import type { Engine } from '../database/connect.ts';
import { migrate, migrateCell } from '../database/migrate.ts';
import { expectDatabase, explained } from '../database/postgres/start-failure.ts';
import { enterCell, expectCell, openRegister } from './cell-register.ts';
import type { Cells } from './cells.ts';
import type { CellDatabase } from './open-cells.ts';

/**
 * Migrates the databases of all cells, once each has turned out to be the one it is taken for.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what whoever starts it can put right
 */
export async function prepareCells(
  engine: Engine,
  databases: Cells<CellDatabase>,
): Promise<string[]> {
  const { first, all } = databases;
  if (engine === 'postgres') await expectDatabase(first.db);
  const applied = await bringUpToDate(first);
  const register = await openRegister(first.db, all.length);
  for (const [cell, database] of all.entries()) {
    if (cell === 0) continue;
    await expectDatabase(database.db);
    await expectCell(register, cell, database);
    applied.push(...(await bringUpToDate(database)));
    await enterCell(register, cell, { first: first.db, db: database.db });
  }
  return applied;
}

async function bringUpToDate({ longRunning, schema }: CellDatabase): Promise<string[]> {
  return explained(() =>
    schema === undefined ? migrate(longRunning) : migrateCell(longRunning, schema),
  );
}
