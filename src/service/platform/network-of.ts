import ipaddr from 'ipaddr.js';

/** What one household or one server is given of IPv6, and can choose addresses from at will: of eight groups, the first. */
const IPV6_GROUPS = 4;

/** Whose address it is, as far as limits care: an IPv4 address, however it is written, or the /64 of an IPv6 one. */
export function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_GROUPS).join(':')
    : address.toString();
}
