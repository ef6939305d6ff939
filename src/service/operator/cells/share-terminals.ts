import { sql, type Kysely } from 'kysely';
import { askCells } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Tables } from '../../platform/database/schema.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { applyDeployment } from '../deployment/apply.ts';
import { openCredentials } from '../deployment/credentials.ts';
import { selectTerminals, type TerminalRow } from '../deployment/queries.ts';

/**
 * Makes the terminals that all merchants share in the other cells as they are in cell 0: a payment touches its own cell
 * alone. They have ids of their own there, and the same names. What is so already is left alone.
 *
 * Locks out whoever applies a deployment's file to one of the cells meanwhile.
 *
 * @returns the numbers of the cells that do not answer: theirs follow when they are back
 */
export async function shareTerminals(cells: Cells<ServiceContext>): Promise<readonly number[]> {
  const { first } = cells;
  const version = await selectVersion(first.db);
  const behind = new Set(await selectBehind(first.db, cells.all.length));
  if (behind.size === 0) return [];
  // Read after their version: of what changes in between, the sweep makes up.
  const terminals = await selectTerminals(first.db);
  const share = async (to: ServiceContext, cell: number) => {
    if (!behind.has(cell)) return;
    await shareWith(to, first, terminals);
    await setVersion(first.db, cell, version);
  };
  return (await askCells(cells, share, undefined)).missing;
}

/** For a cell that is new, or was unavailable while terminals changed. */
export function terminalSweep(cells: Cells<ServiceContext>): Sweep {
  return {
    name: 'share-terminals',
    due: () => sql`exists (${behindOf(cells.all.length)})`,
    run: () => shareTerminals(cells),
  };
}

async function shareWith(
  to: ServiceContext,
  first: ServiceContext,
  rows: readonly TerminalRow[],
): Promise<void> {
  const owned = new Set((await selectTerminals(to.db)).filter(isOwned).map(({ name }) => name));
  const shared = rows.filter((row) => !isOwned(row));
  const taken = shared.filter(({ name }) => owned.has(name)).map(({ name }) => name);
  if (taken.length > 0) {
    to.log.error(
      { terminals: taken },
      "Terminals for all have names that merchants' own have here",
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

/** Whatever changes a terminal raises it: each has a version that only grows, and none is ever taken away. */
const VERSION = sql`(select coalesce(sum(version), 0)::bigint + count(*) from terminals)`;

async function selectVersion(db: Kysely<Tables>): Promise<bigint> {
  const { rows } = await sql<{ version: bigint }>`select ${VERSION} as version`.execute(db);
  return rows[0]?.version ?? 0n;
}

function behindOf(cells: number) {
  return sql<{ number: number }>`select number from cells
    where number between 1 and ${cells - 1}::integer and terminals_version is distinct from ${VERSION}`;
}

async function selectBehind(db: Kysely<Tables>, cells: number): Promise<number[]> {
  const { rows } = await behindOf(cells).execute(db);
  return rows.map(({ number }) => number);
}

async function setVersion(db: Kysely<Tables>, cell: number, version: bigint): Promise<void> {
  await db
    .updateTable('cells')
    .set({ terminals_version: version })
    .where('number', '=', cell)
    .execute();
}
