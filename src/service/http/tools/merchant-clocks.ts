import { z } from 'zod';
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

interface Input {
  caller: Caller;
  params: unknown;
  body: unknown;
}

const inPath = z.object({ id: z.string() });
const inBody = z.object({ order_id: z.string() });

/** Handles a request at the time of its merchant; the page's requests name an order. */
export async function atMerchantsTime<Value>(
  clocks: MerchantClocks,
  { caller, params, body }: Input,
  work: () => Promise<Value>,
): Promise<Value> {
  if (caller.scope === 'merchant') return clocks.inTimeOf(caller.merchantId, work);
  const orderId = inPath.safeParse(params).data?.id ?? inBody.safeParse(body).data?.order_id;
  return orderId === undefined ? work() : clocks.inTimeOfOrder(orderId, work);
}
