import { CURRENCIES, parseAmount } from '#domain/money.ts';
import { z } from 'zod';
import { moveMoney } from '../../ledger/move-money.ts';
import { freezeGate } from '../../merchants/freeze-gate.ts';
import {
  changes,
  doneAnswer,
  foundOr,
  refusal,
  DONE,
  NOT_FOUND,
  type OperatorAnswer,
  type OperatorCommands,
  type ChangeAnswer,
} from '../command.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { compared } from '../recording-changes.ts';
import { gateMoney, gateSettings } from '../snapshots.ts';

const amount = z.string().refine((text) => (parseAmount(text) ?? 0n) > 0n, {
  error: 'must be above zero, with at most two decimals',
});

/** Gates, and the money in them. */
export const GATE_COMMANDS: OperatorCommands = {
  'gates freeze': changes(
    "Freeze a gate's balances: its new orders fail.",
    { gate: z.uuid() },
    async ({ gate }, context) => freeze(context, gate, true),
    doneAnswer,
  ),
  'gates thaw': changes(
    'Let a frozen gate take orders again.',
    { gate: z.uuid() },
    async ({ gate }, context) => freeze(context, gate, false),
    doneAnswer,
  ),
  'money move': changes(
    "Move money between a gate and its merchant's wallet.",
    { gate: z.uuid(), to: z.enum(['wallet', 'gate']), currency: z.enum(CURRENCIES), amount },
    async ({ gate: gateId, amount: text, ...move }, context) => {
      const amountMinor = parseAmount(text) ?? 0n;
      return compared(
        `gate ${gateId}, ${move.currency}`,
        () => gateMoney(context.db, gateId, move.currency),
        async () => MOVE_ANSWERS[await moveMoney(context, { ...move, gateId, amountMinor })],
      );
    },
    doneAnswer,
  ),
};

function freeze(context: ServiceContext, gate: string, frozen: boolean): Promise<ChangeAnswer> {
  return compared(
    `gate ${gate}`,
    () => gateSettings(context.db, gate),
    async () => foundOr(await freezeGate(context, gate, frozen)),
  );
}

const MOVE_ANSWERS = {
  posted: DONE,
  no_account: NOT_FOUND,
  insufficient: refusal('There is not enough to move.'),
} as const satisfies Record<Awaited<ReturnType<typeof moveMoney>>, OperatorAnswer>;
