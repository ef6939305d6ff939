import type { Database, PoolUse, SchemaConnections } from '../database/database.ts';
import { createCells, type Cells } from './cells.ts';
import { NotPrepared } from '../database/unavailable.ts';

/** The database of one cell. */
export interface CellDatabase extends SchemaConnections {
  /** Undefined for cell 0, whose tables are in a session's default schema. */
  inSchema: CellInSchema | undefined;
  /** Undefined on PGlite. Cells at one address are available, or unavailable, together. */
  address: string | undefined;
  /** How often so far a connection broke, or the server lacked room for what a statement writes. */
  disruptions: () => number;
}

/** What a cell needs that has its own schema. */
export interface CellInSchema {
  schema: string;
  /** All other connections of the cell wait for it. */
  preparation: Preparation;
  /** Connections for the preparation itself, which do not wait for it. */
  unprepared: SchemaConnections;
  /**
   * Connections to the same schema through the address of cell 0: in a Citus cluster the coordinator, where tables are
   * created.
   */
  onCoordinator: () => SchemaConnections;
}

export interface OpenCells {
  databases: Cells<CellDatabase>;
  /** The use of the connections to all addresses. */
  poolUse: () => PoolUse;
  close: () => Promise<void>;
}

/**
 * Opens the databases of all cells. Cell 0 uses the default schema of the first database, and each other cell its own
 * schema at its address. Cells at one address share its connections.
 *
 * @param first the database at `address`, closed with the rest
 * @param others the addresses of cells 1 and up
 * @param open connects to an address
 */
export async function openCells(
  first: Database,
  { address, others }: { address: string | undefined; others: readonly string[] },
  open: (address: string) => Promise<Database>,
): Promise<OpenCells> {
  const opened = new Map([[address, first]]);
  const close = async () => {
    await Promise.all([...opened.values()].map((database) => database.close()));
  };
  try {
    const databases: CellDatabase[] = [];
    for (const [index, other] of others.entries()) {
      const database = opened.get(other) ?? (await open(other));
      opened.set(other, database);
      databases.push(cellIn({ database, first }, other, schemaOfCell(index + 1)));
    }
    const { disruptions } = first;
    const cellZero = { ...connectionsOf(first), inSchema: undefined, address, disruptions };
    const poolUse = () => [...opened.values()].map((database) => database.poolUse()).reduce(added);
    return { databases: createCells(cellZero, ...databases), poolUse, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function added(one: PoolUse, other: PoolUse): PoolUse {
  return {
    used: one.used + other.used,
    idle: one.idle + other.idle,
    waiting: one.waiting + other.waiting,
  };
}

export function schemaOfCell(cell: number): string {
  return `cell_${cell}`;
}

function cellIn(
  { database, first }: { database: Database; first: Database },
  address: string,
  schema: string,
): CellDatabase {
  const preparation = createPreparation();
  const unprepared = database.inSchema(schema);
  const { disruptions } = database;
  return {
    ...database.inSchema(schema, () => preparation.beforeUse()),
    inSchema: { schema, preparation, unprepared, onCoordinator: () => first.inSchema(schema) },
    address,
    disruptions,
  };
}

function connectionsOf({
  db,
  observer,
  recurring,
  longRunning,
  lastUsedMs,
}: SchemaConnections): SchemaConnections {
  return { db, observer, recurring, longRunning, lastUsedMs };
}

/**
 * The work that a cell's database needs before it is used. It runs at the start, or at the first use after an outage.
 */
export interface Preparation {
  /** Sets the work. It is retried until it has succeeded once. */
  setWork(work: () => Promise<void>): void;
  /**
   * Runs the work, or waits for a run under way.
   *
   * @throws the error of the work
   */
  done(): Promise<void>;
  /**
   * The same before each use of the database; undefined once the work is done.
   *
   * @throws NotPrepared if the work fails
   */
  beforeUse(): Promise<void> | undefined;
}

function createPreparation(): Preparation {
  let prepare: (() => Promise<void>) | undefined;
  let isDone = false;
  let current: Promise<void> | undefined;

  async function attempt(): Promise<void> {
    if (prepare === undefined) throw new Error('Nothing says how the database is prepared');
    await prepare();
    isDone = true;
  }

  async function done(): Promise<void> {
    if (isDone) return;
    current ??= attempt().finally(() => {
      current = undefined;
    });
    await current;
  }

  return {
    setWork(work) {
      prepare = work;
    },
    done,
    beforeUse: () =>
      isDone
        ? undefined
        : done().catch((cause: unknown) => {
            throw new NotPrepared("Preparing a cell's database failed", { cause });
          }),
  };
}
