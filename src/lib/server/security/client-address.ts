import { ADDRESS_HEADER } from '#contract/client-address.ts';
import ipaddr from 'ipaddr.js';

/** The origin of a request, for rate limits and the log. */
export interface Client {
  /** One shopper's share of the address space: an IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  /** `unicast`, `private`, `loopback` …: one that is not unicast is more likely a proxy than a shopper. */
  addressClass: string;
}

/** The prefix length that one household or server gets in IPv6, within which it can choose addresses at will. */
const IPV6_BITS = 64;

/** Returns a request's client. The front server overwrites the header on each request, so clients cannot forge it. */
export function clientOf(request: Request): Client {
  return describeClient(addressOf(request) ?? '');
}

/** Returns the client's address; undefined if the connection was gone before the address could be read. */
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
