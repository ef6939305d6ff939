import { z } from 'zod';
import { currency } from './fields.ts';
import { id, money } from './order.ts';

const gateBalance = z
  .object({
    merchant_gate_id: id('The gate.'),
    available_balance: money('What new payouts can take.'),
    hold_balance: money('What is in its settlement period, or reserved by payouts under way.'),
    rolling_balance: money('What the rolling reserve keeps.'),
    total_balance: money('The three together.'),
  })
  .meta({
    id: 'GateBalance',
    description: 'The money of one gate in one currency, from the ledger.',
  });

export const balance = z
  .object({
    currency: currency.meta({ description: 'The currency of the amounts.' }),
    wallet_balance: money('What lies outside the gates.'),
    gate_balances: z.array(gateBalance).meta({
      description: "What lies at each of the merchant's gates that has an account in the currency.",
    }),
  })
  .meta({
    id: 'Balance',
    description: "The merchant's money in one currency, from the ledger.",
  });
export type Balance = z.output<typeof balance>;
