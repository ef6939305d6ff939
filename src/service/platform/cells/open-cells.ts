import type { Database, PoolUse, SchemaConnections } from '../database/database.ts';
import { createCells, type Cells } from './cells.ts';
import { NotPrepared } from '../database/unavailable.ts';

/** Where the data of one cell are. */
export interface CellDatabase extends SchemaConnections {
  /** Undefined for cell 0, whose tables a session finds by itself. */
  inSchema: CellInSchema | undefined;
  /** Undefined on PGlite. Cells at one address are there, or away, together. */
  address: string | undefined;
  /** How often so far a connection broke, or the server had no room for what a statement writes. */
  disruptions: () => number;
}

/** What only a cell has whose tables are in a schema of its own. */
export interface CellInSchema {
  schema: string;
  /** Everybody else's connections wait for it. */
  preparation: Preparation;
  /** Connections for that. */
  unprepared: SchemaConnections;
  /** The same schema by the address of cell 0: of a cluster that is the coordinator, where tables are made. */
  centrally: () => SchemaConnections;
}

export interface OpenCells {
  databases: Cells<CellDatabase>;
  /** Of the connections to all addresses. */
  poolUse: () => PoolUse;
  close: () => Promise<void>;
}

/**
 * The databases of all cells: cell 0 is the one that is there by itself, and each other cell a schema at its address.
 * Cells at one address share its connections.
 *
 * @param first at `address`, closed with the rest
 * @param others the addresses of the cells from 1 on
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
    ...database.inSchema(schema, () => preparation.pass()),
    inSchema: { schema, preparation, unprepared, centrally: () => first.inSchema(schema) },
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

/** What has to be done with a cell's database before it is used: by the start, or by its first use after an outage. */
export interface Preparation {
  /** What is to be done. It is repeated until it has succeeded once. */
  consistOf(work: () => Promise<void>): void;
  /** Does it, or waits for the call that is doing it. @throws what it failed with */
  done(): Promise<void>;
  /**
   * The same before the database is used; undefined where nothing is left to do.
   *
   * @throws NotPrepared where it failed
   */
  pass(): Promise<void> | undefined;
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
    consistOf(work) {
      prepare = work;
    },
    done,
    pass: () =>
      isDone
        ? undefined
        : done().catch((cause: unknown) => {
            throw new NotPrepared("Preparing a cell's database failed", { cause });
          }),
  };
}
