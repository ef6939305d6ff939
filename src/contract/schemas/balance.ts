import { z } from 'zod';

import { currency } from './enumerations.ts';

export const gateBalance = z.object({
  merchant_gate_id: z.string(),
  /** For new operations. */
  available_balance: z.number(),
  /** In settlement, or reserved by payouts under way. */
  hold_balance: z.number(),
  rolling_balance: z.number(),
  total_balance: z.number(),
});

/** The merchant's money in one currency, in major units. */
export const balance = z.object({
  currency,
  /** Outside the gates. */
  wallet_balance: z.number(),
  gate_balances: z.array(gateBalance),
});
export type Balance = z.output<typeof balance>;
