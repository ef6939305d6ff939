import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IPv6 addresses that belong to anybody are given out of this block alone. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public network. What has a name in the registries of special
 * purposes is not: private, loopback, link-local, carrier-grade NAT, multicast, unspecified, and the
 * IPv6 forms that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo).
 *
 * @param address in text, as a resolver or a URL parser gives it
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // The package counts all that it has no name for as unicast, ::127.0.0.1 included.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
}

/**
 * What can be said of a destination without a look-up: an address written out, in any of the forms
 * that a URL parser folds into one, or a name that means this machine by definition (RFC 6761).
 */
export function isPrivateByName(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}
