import { UUID } from '#contract/patterns.ts';
import { countMerchants } from '../../merchants/count-merchants.ts';
import { findMerchant } from '../../merchants/find-merchant.ts';
import { askCells } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Refused } from '../answer.ts';
import { NOT_FOUND, refusal } from '../command.ts';
import { severalNamed } from '../named.ts';
import { cellOfFewest } from './split-file.ts';

/** Options that name one thing by its id, which says where it is. The order may also be that of a method's routes. */
const NAMED_BY_ID = [
  ...['gate', 'method', 'order', 'id', 'event', 'key', 'report', 'reconciliation'],
] as const;

/**
 * The cell of what an input names: an order, a gate, a merchant, or another thing that is somebody's.
 *
 * @returns undefined where it names no such thing, and so is about all merchants
 */
export async function placeOf(
  given: Readonly<Record<string, unknown>>,
  cells: Cells<ServiceContext>,
): Promise<ServiceContext | Refused | undefined> {
  const { merchant } = given;
  if (typeof merchant === 'string') return placeOfMerchant(merchant, cells);
  for (const name of NAMED_BY_ID) {
    const value = given[name];
    if (typeof value === 'string' && UUID.test(value)) return cells.of(value) ?? NOT_FOUND;
  }
  return undefined;
}

async function placeOfMerchant(
  name: string,
  cells: Cells<ServiceContext>,
): Promise<ServiceContext | Refused> {
  if (UUID.test(name)) return cells.of(name) ?? NOT_FOUND;
  const { answers, missing } = await askCells(
    cells,
    ({ db }) => findMerchant(db, name),
    cells.first.waits.requestMs,
  );
  const found = answers.filter(({ answer }) => answer !== undefined);
  const [only, another] = found;
  if (another !== undefined) {
    return severalNamed(name);
  }
  if (only !== undefined) return cells.at(only.cell);
  return missing.length === 0
    ? NOT_FOUND
    : refusal(`Nobody knows ${name} in the cells that answer. Missing: ${missing.join(', ')}.`);
}

/** Where a new merchant goes: to the cell of those that answer that has the fewest. */
export async function emptiestCell(cells: Cells<ServiceContext>): Promise<ServiceContext> {
  const { answers } = await askCells(
    cells,
    ({ db }) => countMerchants(db),
    cells.first.waits.requestMs,
  );
  return cells.at(cellOfFewest(answers.map(({ cell, answer }) => [cell, answer])));
}
