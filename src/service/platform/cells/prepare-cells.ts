import type { Kysely } from 'kysely';
import { migrate, migrateCell } from '../database/migrate.ts';
import { isWorkerNode } from '../database/postgres/citus.ts';
import { expectDatabase, explained, isDatabaseUnavailable } from '../database/unavailable.ts';
import type { Tables } from '../database/schema.ts';
import { enterCell, expectCell, openRegister, type CellRegister } from './cell-register.ts';
import type { Cells } from './cells.ts';
import type { CellDatabase, CellInSchema } from './open-cells.ts';

export interface CellPreparation {
  /** What else is to be done before a cell is used, once it is migrated; cell 0 comes first. */
  thereafter?: (db: Kysely<Tables>, cell: number) => Promise<void>;
  /**
   * Told of cells whose database is unavailable: they are prepared when they are first used and it is back. Without it
   * all cells must be there.
   */
  onUnavailable?: (cells: readonly number[], error: unknown) => void;
}

/**
 * Migrates the databases of all cells, once each has turned out to be the one it is taken for.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what whoever starts it can put right
 */
export async function prepareCells(
  { first, all }: Cells<CellDatabase>,
  { thereafter = () => Promise.resolve(), onUnavailable }: CellPreparation = {},
): Promise<string[]> {
  if (first.address !== undefined) await expectDatabase(first.db);
  const applied = await explained(() => migrate(first.longRunning));
  await thereafter(first.db, 0);
  const register = await openRegister(first.db, all.length);
  const others = all.flatMap(({ inSchema, address }, cell) => {
    if (inSchema === undefined) return [];
    inSchema.preparation.consistOf(async () => {
      applied.push(...(await prepareCell(register, cell, { first: first.db, inSchema })));
      await thereafter(inSchema.unprepared.db, cell);
    });
    return [{ cell, address, preparation: inSchema.preparation }];
  });
  const atEach = Map.groupBy(others, ({ address }) => address);
  await allOf([...atEach.values()].map((cells) => prepareInTurn(cells, onUnavailable)));
  return applied;
}

type AtAddress = readonly (Pick<CellInSchema, 'preparation'> & { cell: number })[];

/** Those at one address. Where one is unavailable, so are the others: nobody waits for each of them. */
async function prepareInTurn(
  cells: AtAddress,
  onUnavailable: CellPreparation['onUnavailable'],
): Promise<void> {
  for (const [index, { preparation }] of cells.entries()) {
    try {
      await preparation.done();
    } catch (error) {
      if (onUnavailable === undefined || !isDatabaseUnavailable(error)) throw error;
      const left = cells.slice(index).map(({ cell }) => cell);
      onUnavailable(left, error);
      return;
    }
  }
}

/** Nothing goes on when it fails. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function prepareCell(
  register: CellRegister,
  cell: number,
  { first, inSchema }: { first: Kysely<Tables>; inSchema: CellInSchema },
): Promise<string[]> {
  const { schema, unprepared, centrally } = inSchema;
  const { db } = unprepared;
  await expectDatabase(db);
  await expectCell(register, cell, { db, schema });
  const { longRunning } = (await isWorkerNode(db)) ? centrally() : unprepared;
  const applied = await explained(() => migrateCell(longRunning, schema));
  await enterCell(register, cell, { first, db });
  return applied;
}
