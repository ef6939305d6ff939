import * as v from 'valibot';

export const listedGate = v.object({
  id: v.string(),
  name: v.string(),
  active: v.boolean(),
  frozen: v.boolean(),
});
export type ListedGate = v.InferOutput<typeof listedGate>;

const account = v.object({
  currency: v.string(),
  available: v.string(),
  hold: v.string(),
  rolling: v.string(),
  payout_reserve: v.string(),
  /** The merchant's, in this currency: all its gates share it. */
  wallet: v.string(),
});
export type GateAccount = v.InferOutput<typeof account>;

/** A gate as `gates show` answers it. */
export const gate = v.object({ ...listedGate.entries, accounts: v.array(account) });
export type Gate = v.InferOutput<typeof gate>;

export const listedMethod = v.object({
  id: v.string(),
  name: v.string(),
  direction: v.picklist(['payin', 'payout']),
  payment_source: v.string(),
  currency: v.string(),
  active: v.boolean(),
});
export type ListedMethod = v.InferOutput<typeof listedMethod>;
