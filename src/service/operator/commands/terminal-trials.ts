import { CURRENCIES } from '#domain/money.ts';
import { z } from 'zod';
import type { TrialResult } from '../../providers/trials/trial.ts';
import { runTrials } from '../../providers/trials/trials.ts';
import {
  NOT_FOUND,
  reads,
  refusal,
  type OperatorAnswer,
  type OperatorCommands,
} from '../command.ts';
import { openCredentials } from '../deployment/credentials.ts';
import { findTerminal, terminalReference } from './terminals.ts';

/** What moves no money, so it is for those who may change the terminal anyway. */
export const TERMINAL_TRIAL_COMMANDS: OperatorCommands = {
  'terminals try': reads(
    "Try a terminal at its acquirer; where its credentials are for tests, with the acquirer's test card.",
    { terminal: terminalReference, currency: z.enum(CURRENCIES).default('EUR') },
    async ({ terminal: reference, currency }, context) => {
      const row = await findTerminal(context, reference);
      if (row === undefined) return NOT_FOUND;
      const adapter = context.terminals.adapters.get(row.adapter);
      if (adapter === undefined) return refusal(`The adapter ${row.adapter} is not installed.`);
      const credentials = openCredentials(context.keyring, row);
      const tools = context.terminals.toolsOf(row.id);
      const { settings } = row;
      return judged(await runTrials({ adapter, tools, currency, settings, credentials }));
    },
  ),
};

function judged(results: readonly TrialResult[]): OperatorAnswer {
  const failed = results.filter(({ result }) => result === 'failed');
  if (failed.length === 0) return { ok: true, result: results };
  return refusal(
    [
      `${failed.length} of ${results.length} trials failed.`,
      ...results.map(({ trial, result, said }) => `${trial}: ${result}. ${said ?? ''}`.trimEnd()),
    ].join('\n'),
  );
}
