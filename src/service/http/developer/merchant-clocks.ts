import type { Caller } from '../../merchants/settings.ts';

/** Clocks of merchants in the sandbox, as requests need them (docs/decisions/064). */
export interface MerchantClocks {
  /** Runs a merchant's work, and everything that it starts, at the merchant's time. */
  inTimeOf: <Value>(merchantId: string, work: () => Value) => Value;
  /** Runs work at the time of the merchant whose payin it is. */
  inTimeOfOrder: <Value>(payinId: string, work: () => Promise<Value>) => Promise<Value>;
  read: (merchantId: string) => { at: Date; aheadMs: number };
  /** Advances a clock as far as it gets within the time limit of an answer. */
  advance: (merchantId: string, to: Date) => Promise<void>;
}

/**
 * Handles a request at the time of its merchant.
 *
 * @param orderId the order that a request of the page names
 */
export async function atMerchantsTime<Value>(
  clocks: MerchantClocks,
  caller: Caller,
  orderId: string | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  if (caller.scope === 'merchant') return clocks.inTimeOf(caller.merchantId, work);
  return orderId === undefined ? work() : clocks.inTimeOfOrder(orderId, work);
}
