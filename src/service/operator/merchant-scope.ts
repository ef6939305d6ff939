/** Whose orders, events and reports somebody may see; where there is none, everybody's. */
export interface MerchantScope {
  merchantId: string;
}
