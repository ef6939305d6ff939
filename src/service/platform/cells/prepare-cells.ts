import { sql } from 'kysely';
import { migrate, migrateCell } from '../database/migrate.ts';
import { isWorkerNode } from '../database/postgres/citus.ts';
import { expectDatabase, explained, isDatabaseUnavailable } from '../database/unavailable.ts';
import type { Db } from '../database/schema.ts';
import type { Cells } from './cells.ts';
import type { CellDatabase, CellInSchema } from './open-cells.ts';
import { randomUUID } from 'node:crypto';
import { StartError } from '../start-error.ts';

export interface CellPreparation {
  /** What else is to be done before a cell is used, once it is migrated; cell 0 comes first. */
  thereafter?: (db: Db, cell: number) => Promise<void>;
  /**
   * Called with the cells whose database is unavailable: they are prepared when they are first used and it is back. Without it
   * all cells must be there.
   */
  onUnavailable?: (cells: readonly number[], error: unknown) => void;
}

/**
 * Migrates the databases of all cells, once each has turned out to be the one it is taken for.
 *
 * @returns the migrations that were applied now
 * @throws StartError for what the person who starts it can put right
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
  { first, inSchema }: { first: Db; inSchema: CellInSchema },
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

/** What cell 0 knows of the deployment's cells. */
export interface CellRegister {
  /** A UUID, made by the first start. */
  deployment: string;
  known: ReadonlySet<number>;
}

/**
 * Which cells there are. This deployment has so many from now on.
 *
 * @param first cell 0, migrated
 * @throws StartError where it has had more: nobody would find what is in those
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
 * Before anything is made there: that a cell's database is the one where it was, or for a new cell one where no other is.
 *
 * @param db of the cell, whose tables are in `schema`
 * @throws StartError where it is empty or another's: payments would be made twice, or found by nobody
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
      ? `The database of cell ${cell} is not at its address: no data of the cell is there. ${RIGHT}`
      : `The database at the address of cell ${cell} belongs to another deployment. ${RIGHT}`,
  );
}

const RIGHT = 'Set the right address in CELL_ADDRESSES or DATABASE_URL.';

/** Once its tables are there. What broke off in between is done by the next start. */
async function enterCell(
  { deployment, known }: CellRegister,
  cell: number,
  { first, db }: { first: Db; db: Db },
): Promise<void> {
  if (known.has(cell)) return;
  await insertCell(db, { number: cell, deployment });
  await insertCell(first, { number: cell, deployment });
}

/** Nothing where there are no tables yet. */
async function cellsIn(db: Db, schema: string | undefined) {
  const table = schema === undefined ? 'cells' : `${schema}.cells`;
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${table}) is not null as there`.execute(db);
  return rows[0]?.there === true ? selectCells(db) : [];
}

function selectCells(db: Db) {
  return db.selectFrom('cells').select(['number', 'deployment']).orderBy('number').execute();
}

/** Leaves the one that is there: of several first starts one counts. */
async function insertCell(db: Db, row: { number: number; deployment: string }): Promise<void> {
  await db
    .insertInto('cells')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
