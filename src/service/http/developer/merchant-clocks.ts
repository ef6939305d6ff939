import type { Caller } from '../../merchants/settings.ts';

/** Clocks of merchants in the sandbox, as requests need them (docs/decisions/064). */
export interface MerchantClocks {
  /** Does work of a merchant, and all that it begins, at the merchant's time. */
  inTimeOf: <Value>(merchantId: string, work: () => Value) => Value;
  /** Of the merchant whose order it is. */
  inTimeOfOrder: <Value>(payinId: string, work: () => Promise<Value>) => Promise<Value>;
  read: (merchantId: string) => { at: Date; aheadMs: number };
  /** As far as it gets within the time of an answer. */
  advance: (merchantId: string, to: Date) => Promise<void>;
}

/**
 * Handles a request at the time of its merchant.
 *
 * @param orderId that the page's requests name
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
