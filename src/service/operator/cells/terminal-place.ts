import { UUID } from '#contract/patterns.ts';
import { askCells } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { selectTerminals, type TerminalRow } from '../deployment/queries.ts';

export interface PlacedTerminal {
  /** Undefined where all merchants share it: then each cell has it by this name. */
  owner: ServiceContext | undefined;
  name: string;
}

/**
 * The terminal that an operator means by its name, or by the id that it has in any cell.
 *
 * @returns undefined where no cell that answers has it
 */
export async function placeOfTerminal(
  reference: string,
  cells: Cells<ServiceContext>,
): Promise<PlacedTerminal | undefined> {
  if (UUID.test(reference)) {
    const context = cells.of(reference);
    return context && (await placedIn(context, ({ id }) => id === reference.toLowerCase()));
  }
  const isNamed = ({ name }: TerminalRow) => name === reference;
  const { answers } = await askCells(
    cells,
    (context) => placedIn(context, isNamed),
    cells.first.waits.requestMs,
  );
  return answers.find(({ answer }) => answer !== undefined)?.answer;
}

async function placedIn(
  context: ServiceContext,
  isMeant: (row: TerminalRow) => boolean,
): Promise<PlacedTerminal | undefined> {
  const row = (await selectTerminals(context.db)).find(isMeant);
  return row && { owner: row.merchant_id === null ? undefined : context, name: row.name };
}
