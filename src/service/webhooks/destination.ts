import { sql, type RawBuilder } from 'kysely';
import { boundRowAsJson, isBound, isMacOf, macOf, type BoundRow } from '../platform/bound-rows.ts';
import type { ServiceContext } from '../platform/context.ts';
import type { WebhookDirection } from '../platform/database/tables/webhooks.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';

/** A merchant's webhook addresses with their keyed hash, as JSON. */
export type MerchantAddresses = BoundRow<'merchants'> & {
  id: string;
  payin_webhook_url: string | null;
  payout_webhook_url: string | null;
  refund_webhook_url: string | null;
  dispute_webhook_url: string | null;
};

/** Builds the JSON of a merchant's addresses. The query has `merchants` in scope. */
export function merchantAddresses(): RawBuilder<MerchantAddresses> {
  return sql`${boundRowAsJson('merchants')}`;
}

export type DestinationDeps = Pick<ServiceContext, 'keyring' | 'reportUnverified'>;

/** Where an event goes, and the keyed hash that delivery requires; null if it must not be delivered. */
export interface Destination {
  source: 'order' | 'merchant' | 'none';
  url: string | null;
  mac: Buffer | null;
}

interface Directed {
  direction: WebhookDirection;
  groupId: string;
  /** The order's own address, and whether the order's keyed hash is right. */
  callback?: { url: string; isRight: boolean } | undefined;
}

/**
 * Chooses where an event goes: to the order's own address, or else to the merchant's. Disputes go where refunds go if
 * they have no address of their own. An address that does not match
 * its keyed hash is recorded without a hash of the event's, so that nothing is sent there.
 */
export function chooseDestination(
  deps: DestinationDeps,
  { direction, groupId, callback }: Directed,
  addresses: MerchantAddresses,
): Destination {
  if (callback !== undefined) {
    const url = canonicalUrl(callback.url);
    const mac = callback.isRight ? destinationMac(deps.keyring, { groupId, url }) : null;
    return { source: 'order', url, mac };
  }
  const ownUrl = addresses[MERCHANT_ADDRESS[direction]];
  const url = direction === 'dispute' ? (ownUrl ?? addresses.refund_webhook_url) : ownUrl;
  if (url === null) return { source: 'none', url, mac: null };
  const isRight = areMerchantAddressesRight(deps, addresses);
  const mac = isRight ? destinationMac(deps.keyring, { groupId, url }) : null;
  return { source: 'merchant', url, mac };
}

/** Returns whether a merchant's addresses match their keyed hash, and reports those that do not. */
function areMerchantAddressesRight(
  { keyring, reportUnverified }: DestinationDeps,
  addresses: MerchantAddresses,
): boolean {
  const isRight = isBound(keyring, 'merchants', addresses);
  if (!isRight) {
    reportUnverified(`the webhook addresses of merchant ${addresses.id}`, 'They get no webhooks.');
  }
  return isRight;
}

/** The column of `merchants` with the address for a direction. */
export const MERCHANT_ADDRESS = {
  payin: 'payin_webhook_url',
  payout: 'payout_webhook_url',
  refund: 'refund_webhook_url',
  dispute: 'dispute_webhook_url',
} as const satisfies Record<WebhookDirection, keyof MerchantAddresses>;

interface BoundDestination {
  /** The order's id: of the first of its group, of the refund, or of the dispute's notice. */
  groupId: string;
  url: string;
}

/** Returns the keyed hash that binds a destination to its order. */
export function destinationMac(
  keyring: Pick<Keyring, 'fingerprint'>,
  { groupId, url }: BoundDestination,
): Buffer {
  return macOf(keyring, FINGERPRINTED.webhookDestination, [groupId, url]);
}

export function isDestinationRight(
  keyring: Pick<Keyring, 'fingerprint'>,
  { groupId, url }: BoundDestination,
  mac: Uint8Array | null,
): boolean {
  return isMacOf(keyring, FINGERPRINTED.webhookDestination, [groupId, url], mac);
}

/** Returns a URL as the parser normalizes it, so that a host has one name however it was spelled. */
function canonicalUrl(url: string): string {
  return URL.parse(url)?.href ?? url;
}
