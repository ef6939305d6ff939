import ipaddr from 'ipaddr.js';

/**
 * Groups of an IPv6 address that name its network: a household or server usually gets a /64 and can use any address in
 * it.
 */
const IPV6_GROUPS = 4;

/**
 * Returns the network that limits count an address by: an IPv4 address in its usual form, or the /64 of an IPv6
 * address. A text that is no address is returned unchanged.
 */
export function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_GROUPS).join(':')
    : address.toString();
}
