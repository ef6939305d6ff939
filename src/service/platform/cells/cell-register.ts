import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/schema.ts';
import { StartError } from '../start-error.ts';

type Db = Kysely<Tables>;

/** What cell 0 knows of the deployment's cells. */
export interface CellRegister {
  /** A UUID, made by the first start. */
  deployment: string;
  known: ReadonlySet<number>;
}

/**
 * Which cells there are, of which this deployment has so many from now on.
 *
 * @param first cell 0, migrated
 * @throws StartError where it has had more: nobody would find what is in those
 */
export async function openRegister(first: Db, cells: number): Promise<CellRegister> {
  const rows = await selectCells(first);
  if (rows.length === 0) {
    await insertCell(first, { number: 0, deployment: randomUUID() });
    return openRegister(first, cells);
  }
  const known = new Set(rows.map(({ number }) => number));
  const most = Math.max(...known) + 1;
  if (most > cells) {
    throw new StartError(
      `CELLS is ${cells}, and the database knows ${most} cells. Merchants are in all of them: it never gets less.`,
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
export async function expectCell(
  { deployment, known }: CellRegister,
  cell: number,
  { db, schema }: { db: Db; schema: string | undefined },
): Promise<void> {
  const found = await cellsIn(db, schema);
  if (found.length === 0 && !known.has(cell)) return;
  if (found.some((row) => row.number === cell && row.deployment === deployment)) return;
  throw new StartError(
    found.length === 0
      ? `The database of cell ${cell} is not at its address: there is nothing of it. ${RIGHT}`
      : `The database at the address of cell ${cell} is another's. ${RIGHT}`,
  );
}

const RIGHT = 'Give the address that it has, in CELL_ADDRESSES or DATABASE_URL.';

/** Once its tables are there. What broke off in between is done by the next start. */
export async function enterCell(
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
