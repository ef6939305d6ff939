import { sql } from 'kysely';
import { askCells } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { applyDeployment } from '../deployment/apply.ts';
import { openCredentials } from '../deployment/credentials.ts';
import { selectTerminals, type TerminalRow } from '../deployment/queries.ts';

/** The most tries. A try fails only if another process has copied the terminals meanwhile. */
const MOST_TRIES = 20;

/**
 * Copies the terminals that all merchants share from cell 0 to the cells whose copy is out of date, because a payment
 * uses only its own cell. The copies have the same names but their own ids. Afterwards, each cell that answered has the
 * terminals as cell 0 had them at the call or later, even if other processes copy them at the same time.
 *
 * Blocks deployment files that are applied to a receiving cell until its copy is committed.
 *
 * @returns the numbers of the cells that did not answer: the sweep copies to them once they are back
 */
export async function shareTerminals(cells: Cells<ServiceContext>): Promise<readonly number[]> {
  const { first } = cells;
  const behind = new Set(await selectBehind(first.db, cells.all.length));
  if (behind.size === 0) return [];
  const share = async (to: ServiceContext, cell: number) => {
    if (!behind.has(cell)) return;
    const version = await shareWith({ ...to, cell }, first);
    await setVersion(first.db, cell, version);
  };
  return (await askCells(cells, share, undefined)).missing;
}

/** Copies the terminals to cells that are new, or were unavailable while terminals changed. */
export function terminalSweep(cells: Cells<ServiceContext>): Sweep {
  return {
    name: 'share-terminals',
    due: () => sql`exists (${behindOf(cells.all.length)})`,
    run: () => shareTerminals(cells),
  };
}

type Receiver = ServiceContext & { cell: number };

/** @returns the version of the terminals that the cell has now */
async function shareWith(to: Receiver, first: ServiceContext): Promise<bigint> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // These are read before the terminals: if terminals change in between, the version is out of date and the sweep
    // copies again.
    const seen = await selectFollowed(to);
    const version = await selectVersion(first.db);
    const terminals = (await selectTerminals(first.db)).filter((row) => !isOwned(row));
    const isShared = await inTransaction(to.db, async (trx) => {
      // Another process that has copied them since may have read later terminals.
      if (!(await follow(trx, { cell: to.cell, seen, version }))) return false;
      await write({ ...to, db: trx }, first, terminals);
      return true;
    });
    if (isShared) return version;
  }
  throw new Error(`Other processes keep copying the terminals of cell ${to.cell}`);
}

async function write(
  to: Receiver,
  first: ServiceContext,
  shared: readonly TerminalRow[],
): Promise<void> {
  const owned = new Set((await selectTerminals(to.db)).filter(isOwned).map(({ name }) => name));
  const taken = shared.filter(({ name }) => owned.has(name)).map(({ name }) => name);
  if (taken.length > 0) {
    to.log.error(
      { terminals: taken },
      "Terminals for all merchants have names that merchants' own terminals use in this cell",
    );
  }
  const terminals = shared
    .filter(({ name, adapter }) => !owned.has(name) && to.terminals.adapters.has(adapter))
    .map(({ name, adapter, up, settings, ...row }) => {
      const credentials = openCredentials(first.keyring, row);
      return { name, adapter, up, settings, credentials };
    });
  const applied = await applyDeployment(to, { terminals }, { dryRun: false });
  if (!applied.ok) throw new Error(`Terminals cannot be shared: ${applied.reasons.join(' ')}`);
}

function isOwned({ merchant_id: owner }: TerminalRow): boolean {
  return owner !== null;
}

/**
 * A number that grows with every change of a terminal: each has a version that only grows, and none is ever deleted.
 */
const VERSION = sql`(select coalesce(sum(version), 0)::bigint + count(*) from terminals)`;

async function selectVersion(db: Db): Promise<bigint> {
  const { rows } = await sql<{ version: bigint }>`select ${VERSION} as version`.execute(db);
  return rows[0]?.version ?? 0n;
}

function behindOf(cells: number) {
  return sql<{ number: number }>`select number from cells
    where number between 1 and ${cells - 1}::integer and terminals_version is distinct from ${VERSION}`;
}

async function selectBehind(db: Db, cells: number): Promise<number[]> {
  const { rows } = await behindOf(cells).execute(db);
  return rows.map(({ number }) => number);
}

/** Records in cell 0 the version that a cell has. */
async function setVersion(db: Db, cell: number, version: bigint): Promise<void> {
  await db
    .updateTable('cells')
    .set({ terminals_version: version })
    .where('number', '=', cell)
    .execute();
}

/** Returns the version that the cell itself has recorded. */
async function selectFollowed({ db, cell }: Receiver): Promise<bigint | null> {
  const { terminals_version: version } = await db
    .selectFrom('cells')
    .select('terminals_version')
    .where('number', '=', cell)
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * Records the new version in the cell. Locks the row, so that other processes wait until the transaction ends.
 *
 * @returns false if another version was written since `seen` was read
 */
async function follow(
  trx: Db,
  { cell, seen, version }: { cell: number; seen: bigint | null; version: bigint },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('cells')
    .set({ terminals_version: version })
    .where('number', '=', cell)
    .where('terminals_version', 'is not distinct from', seen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
