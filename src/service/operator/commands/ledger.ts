import { checkAndRecord } from '../../reconciliation/record-check.ts';
import { reads, type OperatorCommands } from '../command.ts';

export const LEDGER_COMMANDS: OperatorCommands = {
  'ledger check': reads(
    'Prove the ledger, and name what is wrong.',
    {},
    async (_input, context) => ({
      ok: true,
      result: await checkAndRecord(context),
    }),
  ),
};
