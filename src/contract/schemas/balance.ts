import { z } from 'zod';
import { currency } from './fields.ts';
import { id, money } from './order.ts';

const gateBalance = z
  .object({
    merchant_gate_id: id('The gate.'),
    available_balance: money('Available for new payouts.'),
    hold_balance: money('Held during the settlement period, or reserved for open payouts.'),
    rolling_balance: money('Held in the rolling reserve.'),
    total_balance: money('The sum of the three.'),
  })
  .meta({
    id: 'GateBalance',
    description: 'The money of one gate in one currency, from the ledger.',
  });

export const balance = z
  .object({
    currency: currency.meta({ description: 'The currency of the amounts.' }),
    wallet_balance: money('The balance outside the gates.'),
    gate_balances: z.array(gateBalance).meta({
      description: "Balances of the merchant's gates that have an account in the currency.",
    }),
  })
  .meta({
    id: 'Balance',
    description: "The merchant's money in one currency, from the ledger.",
  });
export type Balance = z.output<typeof balance>;
