import { listConditions } from '../attention/conditions.ts';
import { reads, type OperatorCommands } from '../command.ts';

/** What is wrong for as long as it is. */
export const CONDITION_COMMANDS: OperatorCommands = {
  'attention conditions': reads(
    'List what is wrong now, and leaves the list by itself, the oldest first.',
    {},
    async (_input, context) => ({ ok: true, result: await listConditions(context) }),
  ),
};
