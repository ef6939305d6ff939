import { askCells } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Call, OperatorAnswer } from '../answer.ts';
import { NOT_FOUND, refusal, type OperatorCommand } from '../command.ts';
import { mayRun } from '../roles.ts';
import { runCommand } from '../run-command.ts';
import { isRefused, type AskAll } from './across.ts';
import { emptiestCell, membersOf, placeOf } from './place-of.ts';

/**
 * Has a command done in the cell that it is about: that of what its input names, of whoever it is done for, the
 * emptiest one for a new merchant, or cell 0 for what belongs to none. What is about all merchants is asked of all.
 */
export async function runInCells(
  command: OperatorCommand,
  given: unknown,
  cells: Cells<ServiceContext>,
  call: Call,
): Promise<OperatorAnswer | 'forbidden'> {
  if (cells.all.length === 1) return runCommand(command, given, cells.first, call);
  const { role, scope } = call.actor;
  if (!mayRun(role, call.command)) return 'forbidden';
  const place =
    role === 'merchant'
      ? cells.of(scope?.merchantId ?? '')
      : await placeFor(call.command, given, cells);
  if (place !== undefined) {
    return isRefused(place) ? place : runCommand(command, given, place, call);
  }
  if (role === 'merchant') return NOT_FOUND;
  return command.runAcross === undefined
    ? runCommand(command, given, cells.first, call)
    : command.runAcross(given, askAllOf(cells), call);
}

async function placeFor(command: string, given: unknown, cells: Cells<ServiceContext>) {
  const [noun = ''] = command.split(' ');
  if (OF_THE_DEPLOYMENT.has(noun)) return cells.first;
  if (command !== 'merchants create') return placeOf(given, cells);
  const name = membersOf(given).get('name');
  if (typeof name !== 'string') return cells.first;
  const taken = await placeOf({ merchant: name }, cells);
  return taken === undefined || isRefused(taken)
    ? emptiestCell(cells)
    : refusal(`There is a merchant ${name} already.`);
}

/** What belongs to no merchant is in cell 0. */
const OF_THE_DEPLOYMENT: ReadonlySet<string> = new Set([
  ...['people', 'invitations', 'sessions', 'passkeys', 'tokens'],
]);

function askAllOf(cells: Cells<ServiceContext>): AskAll {
  return (ask, { takesMinutes } = { takesMinutes: false }) =>
    askCells(cells, ask, takesMinutes ? undefined : cells.first.waits.requestMs);
}
