import { z } from 'zod';
import { askCells } from '../../platform/cells/ask-cells.ts';
import type { Cells } from '../../platform/cells/cells.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { isRefused, type Call, type OperatorAnswer, type Refused } from '../answer.ts';
import { NOT_FOUND, type OperatorCommand } from '../command.ts';
import { judge } from '../judge.ts';
import { mayRun } from '../roles.ts';
import { runCommand } from '../run-command.ts';
import { answerWithout, type AskAll } from './across.ts';
import { placeFor, type Placed } from './place-for.ts';
import { shareTerminals } from './share-terminals.ts';

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
  if (role === 'merchant') {
    const home = cells.of(scope?.merchantId ?? '');
    return home === undefined ? NOT_FOUND : runCommand(command, given, home, call);
  }
  const wrong = wrongBefore(command, given);
  if (wrong !== undefined) return wrong;
  const placed = await placeFor(call.command, given, cells);
  return isRefused(placed) ? placed : runPlaced(command, placed, cells, call);
}

/** Nothing is looked for by what no database stores, or is wrong whatever cells say. Each list judges its places itself. */
function wrongBefore({ input }: OperatorCommand, given: unknown): Refused | undefined {
  const judged = judge(input.extend({ after: z.unknown().optional() }), given);
  return judged.ok ? undefined : judged;
}

async function runPlaced(
  command: OperatorCommand,
  { input, context, merchantElsewhere }: Placed,
  cells: Cells<ServiceContext>,
  call: Call,
): Promise<OperatorAnswer | 'forbidden'> {
  if (context === undefined && command.runAcross !== undefined) {
    return command.runAcross(input, askAllOf(cells), call, cells);
  }
  const answer = await runCommand(command, input, context ?? cells.first, {
    ...call,
    merchantElsewhere,
  });
  const isShared = call.command.startsWith('terminals ') && command.changes;
  if (answer === 'forbidden' || !answer.ok || !isShared) return answer;
  return answerWithout(await shareTerminals(cells), answer.result);
}

function askAllOf(cells: Cells<ServiceContext>): AskAll {
  return (ask, { takesMinutes } = { takesMinutes: false }) =>
    askCells(cells, ask, takesMinutes ? undefined : cells.first.waits.requestMs);
}
