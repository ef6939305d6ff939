/** What must still hold in the statement that makes an order. */
export interface CreationGuard {
  /** The settings that the order was judged by; it is not made when they have changed since. */
  configVersion: bigint;
  /** The order is not made when one of these is on the merchant's block lists. */
  fingerprints: Uint8Array[];
}
