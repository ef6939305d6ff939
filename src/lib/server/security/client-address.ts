import { ADDRESS_HEADER } from '#contract/client-address.ts';
import ipaddr from 'ipaddr.js';

/** Where a request comes from, for limits and the log. */
export interface Client {
  /** One shopper's share of the address space: an IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  /** `unicast`, `private`, `loopback` …: one that is not unicast is more likely a proxy than a shopper. */
  addressClass: string;
}

/** What one household or one server is given of IPv6, and can choose addresses from at will. */
const IPV6_BITS = 64;

/** The server in front writes the header anew on each request, so that no client can. */
export function clientOf(request: Request): Client {
  return describeClient(addressOf(request) ?? '');
}

/** The client's address; undefined where a connection was gone before it could be read. */
export function addressOf({ headers }: Request): string | undefined {
  const address = headers.get(ADDRESS_HEADER) ?? '';
  return ipaddr.isValid(address) ? address : undefined;
}

export function describeClient(text: string): Client {
  if (!ipaddr.isValid(text)) return { network: 'unknown', addressClass: 'unknown' };
  const address = ipaddr.process(text);
  const network =
    address.kind() === 'ipv4'
      ? address.toString()
      : `${ipaddr.IPv6.networkAddressFromCIDR(`${text}/${IPV6_BITS}`).toString()}/${IPV6_BITS}`;
  return { network, addressClass: address.range() };
}
