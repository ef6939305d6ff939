import type { ReturnUrls } from '#domain/order/return-url.ts';
import { isMacOf, macOf } from '../platform/bound-rows.ts';
import type { ServiceContext } from '../platform/context.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';
import type { PayinRow } from '../platform/database/schema.ts';

interface Addresses {
  id: string;
  callback_url: string | null;
  return_urls: ReturnUrls;
}

/** Returns the keyed hash over the addresses that an order or a link was created with; null if it has none. */
export function addressesMac(
  keyring: Pick<Keyring, 'fingerprint'>,
  addresses: Addresses,
): Buffer | null {
  return hasAddress(addresses)
    ? macOf(keyring, FINGERPRINTED.orderAddresses, valuesOf(addresses))
    : null;
}

/**
 * Returns whether the addresses of an order, or of a link, are those that it was created with. Reports them if somebody
 * changed them in the database: then neither the payer nor a webhook is sent there.
 */
export function areAddressesRight(
  { keyring, reportUnverified }: Pick<ServiceContext, 'keyring' | 'reportUnverified'>,
  payin: Pick<PayinRow, keyof Addresses | 'addresses_mac'>,
  what = 'order',
): boolean {
  if (!hasAddress(payin)) return true;
  const { orderAddresses } = FINGERPRINTED;
  const isRight = isMacOf(keyring, orderAddresses, valuesOf(payin), payin.addresses_mac);
  if (!isRight) {
    reportUnverified(
      `the addresses of ${what} ${payin.id}`,
      'Neither its payer nor its webhook goes there.',
    );
  }
  return isRight;
}

/** Returns where the order's own webhook goes, if it was created with an address. */
export function callbackOf(
  deps: Pick<ServiceContext, 'keyring' | 'reportUnverified'>,
  payin: Parameters<typeof areAddressesRight>[1],
): { url: string; isRight: boolean } | undefined {
  const { callback_url: url } = payin;
  return url === null ? undefined : { url, isRight: areAddressesRight(deps, payin) };
}

function hasAddress({ callback_url: callbackUrl, return_urls: urls }: Addresses): boolean {
  return callbackUrl !== null || Object.keys(urls).length > 0;
}

function valuesOf({ id, callback_url: callbackUrl, return_urls: urls }: Addresses) {
  return [id, callbackUrl, urls.success, urls.pending, urls.fail];
}
