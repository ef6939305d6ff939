import { CURRENCIES, parseAmount } from '#domain/money.ts';
import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import { freezeGate } from '../merchants/freeze-gate.ts';
import { moveMoney } from '../ledger/move-money.ts';
import { checkLedger } from '../reconciliation/check-ledger.ts';
import { failByHand } from './fail-order.ts';
import {
  command,
  foundOr,
  refusal,
  type OperatorAnswer,
  type OperatorCommands,
} from './command.ts';

const amount = z.string().refine((text) => (parseAmount(text) ?? 0n) > 0n, {
  error: 'must be above zero, with at most two decimals',
});

/** What an operator does with money, and with orders that stand in its way. */
export function moneyCommands(context: ServiceContext): OperatorCommands {
  return {
    'fail-order': command(
      'Fail a payin or payout that is not final; a reserve becomes available again.',
      { order: z.uuid() },
      async ({ order }) => FAIL_ANSWERS[await failByHand(context, order)],
    ),
    'move-money': command(
      "Move money between a gate and its merchant's wallet.",
      { gate: z.uuid(), to: z.enum(['wallet', 'gate']), currency: z.enum(CURRENCIES), amount },
      async ({ gate: gateId, amount: text, ...move }) => {
        const amountMinor = parseAmount(text) ?? 0n;
        return MOVE_ANSWERS[await moveMoney(context, { ...move, gateId, amountMinor })];
      },
    ),
    'freeze-gate': command(
      "Freeze a gate's balances: its new orders fail.",
      { gate: z.uuid() },
      async ({ gate }) => foundOr(await freezeGate(context, gate, true)),
    ),
    'thaw-gate': command(
      'Let a frozen gate take orders again.',
      { gate: z.uuid() },
      async ({ gate }) => foundOr(await freezeGate(context, gate, false)),
    ),
    'check-ledger': command('Prove the ledger, and name what is wrong.', {}, async () => ({
      ok: true,
      result: await checkLedger(context),
    })),
  };
}

const FAIL_ANSWERS = {
  failed: { ok: true, result: true },
  not_found: { ok: false, problem: 'not_found' },
  final: refusal('The order is final.'),
} as const satisfies Record<Awaited<ReturnType<typeof failByHand>>, OperatorAnswer>;

const MOVE_ANSWERS = {
  posted: { ok: true, result: true },
  no_account: { ok: false, problem: 'not_found' },
  insufficient: refusal('There is not enough to move.'),
} as const satisfies Record<Awaited<ReturnType<typeof moveMoney>>, OperatorAnswer>;
