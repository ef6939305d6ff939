import { z } from 'zod';
import { changes, doneAnswer, NOT_FOUND, refusal, type OperatorCommands } from '../command.ts';
import { applyPiece } from '../deployment/edit.ts';
import { selectTerminals } from '../deployment/queries.ts';
import { findTerminal } from '../find-terminal.ts';
import { given, jsonObject, orNone } from '../input.ts';

const name = z.string().min(1).max(80);
const owner = orNone(name.describe('NAME')).optional();

/** Terminals made and changed one by one, by the rules of a deployment's file. */
export const TERMINAL_SETTING_COMMANDS: OperatorCommands = {
  'terminals create': changes(
    'Make a terminal: an adapter with its settings and credentials, for all merchants or for one.',
    { name, adapter: name, settings: jsonObject, credentials: jsonObject, merchant: owner },
    async (terminal, context) => {
      if ((await findTerminal(context.db, terminal.name)) !== undefined) {
        return refusal(`There is a terminal ${terminal.name} already.`);
      }
      return applyPiece(
        context,
        { terminals: [given(terminal)] },
        {
          subject: `terminal ${terminal.name}`,
          answer: ({ terminals }) => ({ id: terminals[terminal.name] }),
        },
      );
    },
    z.object({ id: z.uuid() }),
  ),
  'terminals change': changes(
    "Change a terminal's settings or credentials, each as a whole, or whose it is.",
    {
      terminal: name.describe('NAME|UUID'),
      settings: jsonObject.optional(),
      credentials: jsonObject.optional(),
      merchant: owner,
    },
    async ({ terminal: reference, ...members }, context) => {
      const found = await findTerminal(context.db, reference);
      const known = (await selectTerminals(context.db)).find(({ id }) => id === found?.id);
      if (known === undefined) return NOT_FOUND;
      const { name: called, adapter } = known;
      const terminal = { name: called, adapter, ...given(members) };
      return applyPiece(context, { terminals: [terminal] }, { subject: `terminal ${called}` });
    },
    doneAnswer,
  ),
};
