import { sql } from 'kysely';
import { migrate, migrateCell } from '../database/migrate.ts';
import { isWorkerNode } from '../database/postgres/citus.ts';
import { expectDatabase, withStartErrors, isDatabaseUnavailable } from '../database/unavailable.ts';
import type { Db } from '../database/schema.ts';
import type { Cells } from './cells.ts';
import type { CellDatabase, CellInSchema } from './open-cells.ts';
import { randomUUID } from 'node:crypto';
import { StartError } from '../start-error.ts';

export interface CellPreparation {
  /** Runs for each cell once it is migrated, before it is used; cell 0 comes first. */
  afterMigration?: (db: Db, cell: number) => Promise<void>;
  /**
   * Called with the cells whose database is unavailable. They are prepared on their first use, once it is back. Without
   * it, all cells must be available.
   */
  onUnavailable?: (cells: readonly number[], error: unknown) => void;
}

/**
 * Migrates the databases of all cells, after checking that each address leads to the right one.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what the person who starts the program can fix
 */
export async function prepareCells(
  { first, all }: Cells<CellDatabase>,
  { afterMigration = () => Promise.resolve(), onUnavailable }: CellPreparation = {},
): Promise<string[]> {
  if (first.address !== undefined) await expectDatabase(first.db);
  const applied = await withStartErrors(() => migrate(first.longRunning));
  await afterMigration(first.db, 0);
  const register = await openRegister(first.db, all.length);
  const others = all.flatMap(({ inSchema, address }, cell) => {
    if (inSchema === undefined) return [];
    inSchema.preparation.setWork(async () => {
      applied.push(...(await prepareCell(register, cell, { first: first.db, inSchema })));
      await afterMigration(inSchema.unprepared.db, cell);
    });
    return [{ cell, address, preparation: inSchema.preparation }];
  });
  const atEach = Map.groupBy(others, ({ address }) => address);
  await allOf([...atEach.values()].map((cells) => prepareInTurn(cells, onUnavailable)));
  return applied;
}

type AtAddress = readonly (Pick<CellInSchema, 'preparation'> & { cell: number })[];

/**
 * Prepares the cells at one address in turn. If one is unavailable, so are the rest: it does not wait for each of them.
 */
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

/** Waits until all works have ended, so that none continues in the background, and then throws the first error. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function prepareCell(
  register: CellRegister,
  cell: number,
  { first, inSchema }: { first: Db; inSchema: CellInSchema },
): Promise<string[]> {
  const { schema, unprepared, onCoordinator } = inSchema;
  const { db } = unprepared;
  await expectDatabase(db);
  await expectCell(register, cell, { db, schema });
  const { longRunning } = (await isWorkerNode(db)) ? onCoordinator() : unprepared;
  const applied = await withStartErrors(() => migrateCell(longRunning, schema));
  await registerCell(register, cell, { first, db });
  return applied;
}

/** Cell 0's list of the deployment's cells. */
export interface CellRegister {
  /** A UUID, created by the first start. */
  deployment: string;
  known: ReadonlySet<number>;
}

/**
 * Reads which cells have been used so far; the first start enters cell 0.
 *
 * @param first cell 0, migrated
 * @throws StartError if there are fewer cells now: the data in the others would not be found
 */
async function openRegister(first: Db, cells: number): Promise<CellRegister> {
  const rows = await selectCells(first);
  if (rows.length === 0) {
    await insertCell(first, { number: 0, deployment: randomUUID() });
    return openRegister(first, cells);
  }
  const known = new Set(rows.map(({ number }) => number));
  const most = Math.max(...known) + 1;
  if (most > cells) {
    throw new StartError(
      `CELLS is ${cells}, but the database has ${most} cells with merchants. Set CELLS to ${most} or more.`,
    );
  }
  return { deployment: rows[0]?.deployment ?? '', known };
}

/**
 * Checks, before anything is created, that a cell's database is still the one it was, or for a new cell that no other
 * cell is there.
 *
 * @param db the cell's database, with its tables in `schema`
 * @throws StartError if it is empty or another deployment's: payments would be made twice, or not be found
 */
async function expectCell(
  { deployment, known }: CellRegister,
  cell: number,
  { db, schema }: { db: Db; schema: string | undefined },
): Promise<void> {
  const found = await cellsIn(db, schema);
  if (found.length === 0 && !known.has(cell)) return;
  if (found.some((row) => row.number === cell && row.deployment === deployment)) return;
  throw new StartError(
    found.length === 0
      ? `The database of cell ${cell} is not at its address: no data of the cell is there. ${REMEDY}`
      : `The database at the address of cell ${cell} belongs to another deployment. ${REMEDY}`,
  );
}

const REMEDY = 'Set the right address in CELL_ADDRESSES or DATABASE_URL.';

/**
 * Enters a new cell in its own database and in cell 0, once its tables exist. If this is interrupted, the next start
 * completes it.
 */
async function registerCell(
  { deployment, known }: CellRegister,
  cell: number,
  { first, db }: { first: Db; db: Db },
): Promise<void> {
  if (known.has(cell)) return;
  await insertCell(db, { number: cell, deployment });
  await insertCell(first, { number: cell, deployment });
}

/** Returns the rows of `cells`, or none before the table exists. */
async function cellsIn(db: Db, schema: string | undefined) {
  const table = schema === undefined ? 'cells' : `${schema}.cells`;
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${table}) is not null as there`.execute(db);
  return rows[0]?.there === true ? selectCells(db) : [];
}

function selectCells(db: Db) {
  return db.selectFrom('cells').select(['number', 'deployment']).orderBy('number').execute();
}

/** Keeps an existing row, so that only one of several concurrent first starts counts. */
async function insertCell(db: Db, row: { number: number; deployment: string }): Promise<void> {
  await db
    .insertInto('cells')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
