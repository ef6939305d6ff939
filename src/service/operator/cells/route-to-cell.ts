import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { selectFile } from '../acquirer-files/store.ts';
import { isRefused, type Refused, NOT_FOUND, refusal } from '../answer.ts';
import { namedMerchant, severalNamed } from '../named.ts';
import { UUID } from '#contract/patterns.ts';
import { countMerchants, findMerchant } from '../../merchants/find-merchant.ts';
import { askCells } from '../../platform/cells/ask-cells.ts';
import { selectTerminals, type TerminalRow } from '../deployment/queries.ts';

type Members = Readonly<Record<string, unknown>>;

/** The cell in which a command runs, and its input there. */
export interface CellRoute {
  input: Members;
  /** Undefined if the command is about all merchants. */
  context: ServiceContext | undefined;
  /** The merchant in the input, if it is in another cell than `context`. */
  merchantElsewhere?: { id: string; name: string };
}

/** Determines the cell of a command from what its input names. */
export async function routeToCell(
  command: string,
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<CellRoute | Refused> {
  const [noun = ''] = command.split(' ');
  if (DEPLOYMENT_NOUNS.has(noun)) return routeToFirst(given, cells);
  if (command === 'merchants create') return routeNewMerchant(given, cells);
  if (command === 'terminals create') return routeNewTerminal(given, cells);
  if (command === 'terminals change' && given['merchant'] !== undefined) return OWNER_STAYS;
  const terminal = given['terminal'];
  if (typeof terminal === 'string') return routeByTerminal(noun, { given, terminal }, cells);
  return noun === 'reconciliations' ? routeByFile(given, cells) : routeByName(given, cells);
}

/** Commands about data that belongs to no merchant, which is in cell 0. */
const DEPLOYMENT_NOUNS: ReadonlySet<string> = new Set([
  'people',
  'invitations',
  'sessions',
  'passkeys',
  'tokens',
]);

/**
 * Routes to cell 0. People may act for a merchant of another cell, and only that cell knows whether the merchant
 * exists.
 */
async function routeToFirst(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<CellRoute | Refused> {
  const route = { input: given, context: cells.first };
  const merchant = given['merchant'];
  if (typeof merchant !== 'string') return route;
  const cell = await cellNamed({ merchant }, cells);
  if (cell === undefined || cell === cells.first) return route;
  if (isRefused(cell)) return cell;
  const found = await namedMerchant(cell, merchant);
  return isRefused(found) ? found : { ...route, merchantElsewhere: found };
}

const OWNER_STAYS = refusal('With several cells, the merchant of a terminal cannot be changed.');

async function routeByName(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<CellRoute | Refused> {
  const cell = await cellNamed(given, cells);
  return cell !== undefined && isRefused(cell) ? cell : { input: given, context: cell };
}

/** Checks that no cell that answers has a merchant of this name, and routes to the emptiest cell. */
async function routeNewMerchant(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<CellRoute | Refused> {
  const name = given['name'];
  if (typeof name !== 'string') return { input: given, context: cells.first };
  const taken = await cellNamed({ merchant: name }, cells);
  return taken === undefined || isRefused(taken)
    ? { input: given, context: await emptiestCell(cells) }
    : refusal(`A merchant ${name} already exists.`);
}

/**
 * Routes a new terminal to its merchant's cell. A terminal that all merchants share is created in cell 0 and then
 * copied to the others.
 */
async function routeNewTerminal(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<CellRoute | Refused> {
  const name = given['name'];
  const taken = typeof name === 'string' ? await findTerminal(name, cells) : undefined;
  if (taken !== undefined) return refusal(`A terminal ${taken.name} already exists.`);
  const route = await routeByName(given, cells);
  return isRefused(route) ? route : { input: given, context: route.context ?? cells.first };
}

/** Routes by the terminal's name, because a shared terminal has a different id in each cell. */
async function routeByTerminal(
  noun: string,
  { given, terminal }: { given: Members; terminal: string },
  cells: Cells<ServiceContext>,
): Promise<CellRoute | Refused> {
  const found = await findTerminal(terminal, cells);
  if (found === undefined) return NOT_FOUND;
  const input = { ...given, terminal: found.name };
  if (noun === 'terminals') return { input, context: found.owner ?? cells.first };
  const route = await routeByName(input, cells);
  if (isRefused(route) || route.context !== undefined) return route;
  // The file for a shared terminal is in cell 0, while its lines are matched in every cell.
  const context = found.owner ?? (noun === 'reconciliations' ? cells.first : undefined);
  return { input, context };
}

/** Routes by an acquirer's file. A file for a terminal that all merchants share is matched in all cells. */
async function routeByFile(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<CellRoute | Refused> {
  const route = await routeByName(given, cells);
  if (isRefused(route) || route.context !== cells.first) return route;
  const file = await selectFile(cells.first.db, String(given['reconciliation']));
  return file?.is_shared === true ? { ...route, context: undefined } : route;
}

/** Options with an id, which tells its cell. `order` may also be the order of a method's routes, which is no UUID. */
const NAMED_BY_ID = [
  'gate',
  'method',
  'order',
  'refund',
  'dispute',
  'id',
  'event',
  'key',
  'report',
  'reconciliation',
] as const;

/**
 * Returns the cell of the order, gate, merchant or other thing of a merchant that an input names.
 *
 * @returns undefined if it names no such thing, and so is about all merchants
 */
async function cellNamed(
  given: Readonly<Record<string, unknown>>,
  cells: Cells<ServiceContext>,
): Promise<ServiceContext | Refused | undefined> {
  const { merchant } = given;
  if (typeof merchant === 'string') return cellOfMerchant(merchant, cells);
  for (const name of NAMED_BY_ID) {
    const value = given[name];
    if (typeof value === 'string' && UUID.test(value)) return cells.of(value) ?? NOT_FOUND;
  }
  return undefined;
}

async function cellOfMerchant(
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
    : refusal(`No answering cell knows ${name}. Cells that do not answer: ${missing.join(', ')}.`);
}

/** Returns the cell with the fewest merchants among those that answer. */
async function emptiestCell(cells: Cells<ServiceContext>): Promise<ServiceContext> {
  const { answers } = await askCells(
    cells,
    ({ db }) => countMerchants(db),
    cells.first.waits.requestMs,
  );
  return cells.at(cellOfFewest(answers.map(({ cell, answer }) => [cell, answer])));
}

/** Returns the cell with the fewest merchants, the first of several. */
export function cellOfFewest(counts: readonly (readonly [cell: number, merchants: number])[]) {
  const [cell] = counts.reduce((one, other) => (other[1] < one[1] ? other : one));
  return cell;
}

interface TerminalInCell {
  /** Undefined if all merchants share it: then each cell has it by this name. */
  owner: ServiceContext | undefined;
  name: string;
}

/**
 * Finds a terminal by its name, or by its id in any cell.
 *
 * @returns undefined if no cell that answers has it
 */
async function findTerminal(
  reference: string,
  cells: Cells<ServiceContext>,
): Promise<TerminalInCell | undefined> {
  if (UUID.test(reference)) {
    const context = cells.of(reference);
    return context && (await terminalIn(context, ({ id }) => id === reference.toLowerCase()));
  }
  const isNamed = ({ name }: TerminalRow) => name === reference;
  const { answers } = await askCells(
    cells,
    (context) => terminalIn(context, isNamed),
    cells.first.waits.requestMs,
  );
  return answers.find(({ answer }) => answer !== undefined)?.answer;
}

async function terminalIn(
  context: ServiceContext,
  isMeant: (row: TerminalRow) => boolean,
): Promise<TerminalInCell | undefined> {
  const row = (await selectTerminals(context.db)).find(isMeant);
  return row && { owner: row.merchant_id === null ? undefined : context, name: row.name };
}
