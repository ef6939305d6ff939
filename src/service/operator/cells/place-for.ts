import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { selectFile } from '../acquirer-files/store.ts';
import { isRefused, type Refused } from '../answer.ts';
import { NOT_FOUND, refusal } from '../command.ts';
import { namedMerchant } from '../named.ts';
import { emptiestCell, placeOf } from './place-of.ts';
import { placeOfTerminal } from './terminal-place.ts';

type Members = Readonly<Record<string, unknown>>;

/** Where a command runs, and with what input. */
export interface Placed {
  input: Members;
  /** Undefined where it is about all merchants. */
  context: ServiceContext | undefined;
  /** The one that the input names, where it is in another cell than that. */
  merchantElsewhere?: { id: string; name: string };
}

/** The cell that a command is about, by what its input names. */
export async function placeFor(
  command: string,
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<Placed | Refused> {
  const [noun = ''] = command.split(' ');
  if (OF_THE_DEPLOYMENT.has(noun)) return placeInFirst(given, cells);
  if (command === 'merchants create') return placeOfNewMerchant(given, cells);
  if (command === 'terminals create') return placeOfNewTerminal(given, cells);
  if (command === 'terminals change' && given['merchant'] !== undefined) return OWNER_STAYS;
  const terminal = given['terminal'];
  if (typeof terminal === 'string') return placeByTerminal(noun, { given, terminal }, cells);
  return noun === 'reconciliations' ? placeByFile(given, cells) : placeOfNamed(given, cells);
}

/** What belongs to no merchant is in cell 0. */
const OF_THE_DEPLOYMENT: ReadonlySet<string> = new Set([
  ...['people', 'invitations', 'sessions', 'passkeys', 'tokens'],
]);

/** People act for merchants of any cell: that cell alone knows whether there is the merchant. */
async function placeInFirst(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<Placed | Refused> {
  const placed = { input: given, context: cells.first };
  const merchant = given['merchant'];
  if (typeof merchant !== 'string') return placed;
  const place = await placeOf({ merchant }, cells);
  if (place === undefined || place === cells.first) return placed;
  if (isRefused(place)) return place;
  const found = await namedMerchant(place, merchant);
  return isRefused(found) ? found : { ...placed, merchantElsewhere: found };
}

const OWNER_STAYS = refusal('Where there are several cells, a terminal stays whose it is.');

async function placeOfNamed(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<Placed | Refused> {
  const place = await placeOf(given, cells);
  return place !== undefined && isRefused(place) ? place : { input: given, context: place };
}

/** Names are one merchant's alone, as far as cells answer. */
async function placeOfNewMerchant(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<Placed | Refused> {
  const name = given['name'];
  if (typeof name !== 'string') return { input: given, context: cells.first };
  const taken = await placeOf({ merchant: name }, cells);
  return taken === undefined || isRefused(taken)
    ? { input: given, context: await emptiestCell(cells) }
    : refusal(`There is a merchant ${name} already.`);
}

/** One that all merchants share is made in cell 0, and then in the others; a merchant's own beside the merchant. */
async function placeOfNewTerminal(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<Placed | Refused> {
  const name = given['name'];
  const taken = typeof name === 'string' ? await placeOfTerminal(name, cells) : undefined;
  if (taken !== undefined) return refusal(`There is a terminal ${taken.name} already.`);
  const placed = await placeOfNamed(given, cells);
  return isRefused(placed) ? placed : { input: given, context: placed.context ?? cells.first };
}

/** A terminal's id is another one in each cell: there it is known by its name. */
async function placeByTerminal(
  noun: string,
  { given, terminal }: { given: Members; terminal: string },
  cells: Cells<ServiceContext>,
): Promise<Placed | Refused> {
  const found = await placeOfTerminal(terminal, cells);
  if (found === undefined) return NOT_FOUND;
  const input = { ...given, terminal: found.name };
  if (noun === 'terminals') return { input, context: found.owner ?? cells.first };
  const placed = await placeOfNamed(input, cells);
  if (isRefused(placed) || placed.context !== undefined) return placed;
  // A file for a terminal that all share is in cell 0, wherever its lines are matched.
  const context = found.owner ?? (noun === 'reconciliations' ? cells.first : undefined);
  return { input, context };
}

/** A file for a terminal that all merchants share is matched in all cells. */
async function placeByFile(
  given: Members,
  cells: Cells<ServiceContext>,
): Promise<Placed | Refused> {
  const placed = await placeOfNamed(given, cells);
  if (isRefused(placed) || placed.context !== cells.first) return placed;
  const file = await selectFile(cells.first.db, String(given['reconciliation']));
  return file?.is_shared === true ? { ...placed, context: undefined } : placed;
}
