import { listConditions, type Condition } from '../attention/conditions.ts';
import { ascending } from '../../platform/cells/merge-pages.ts';
import { readsAcross, type OperatorCommands } from '../command.ts';

/** What is wrong for as long as it is. */
export const CONDITION_COMMANDS: OperatorCommands = {
  'attention conditions': readsAcross(
    'List what is wrong now, and leaves the list by itself, the oldest first.',
    {},
    {
      gather: (_input, context) => listConditions(context),
      show: (lists, { missing }) =>
        [...lists.flat(), ...missing.map(unavailableCell)].toSorted(BY_AGE),
    },
  ),
};

const BY_AGE = ascending<Condition>(({ since }) => since);

function unavailableCell(cell: number): Condition {
  return {
    kind: 'cell_unavailable',
    subject: `cell ${cell}`,
    detail:
      'Its database does not answer: its merchants are not served, and what is wrong there is not listed.',
    since: new Date(),
  };
}
