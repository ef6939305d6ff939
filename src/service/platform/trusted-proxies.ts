import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** A network that a trusted proxy may be in: its address and how many leading bits name it. */
export type TrustedNetwork = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];
export type TrustedProxies = readonly TrustedNetwork[];

const NOT_NETWORKS =
  'must list networks like 10.0.0.0/8, 2001:db8::/32 or single addresses, by commas, and none that is everybody (/0)';

/**
 * TRUSTED_PROXIES: whose X-Forwarded-For counts. A network of no bits would believe whatever a client
 * writes about itself.
 */
export const trustedProxies = z
  .string()
  .transform((text, context): TrustedProxies => {
    const networks = text.split(',').map((entry) => parseNetwork(entry.trim()));
    const known = networks.filter((network) => network !== undefined);
    if (known.length === networks.length) return known;
    context.addIssue({ code: 'custom', message: NOT_NETWORKS });
    return z.NEVER;
  })
  .default([]);

function parseNetwork(text: string): TrustedNetwork | undefined {
  if (isPlainAddress(text)) {
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  const [address = '', prefix = ''] = text.split('/');
  if (!isPlainAddress(address) || !ipaddr.isValidCIDR(text)) return undefined;
  const bits = Number(prefix);
  return bits > 0 ? [ipaddr.parse(address), bits] : undefined;
}

/** Of the ways to write an IPv4 address only the one that everybody reads alike. */
function isPlainAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
