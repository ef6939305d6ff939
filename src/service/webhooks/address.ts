import { lookup as systemLookup, promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only block that public IPv6 addresses are assigned from. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Returns whether an address is public. Addresses in the special-purpose registries are not: private, loopback,
 * link-local, carrier-grade NAT, multicast, unspecified, and the IPv6 forms that carry an IPv4 address inside
 * (mapped, NAT64, 6to4, Teredo).
 *
 * @param address as text from a resolver or a URL parser
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // The package counts every range that it has no name for as unicast, even ::127.0.0.1.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
}

/**
 * Returns whether a destination is private, as far as its URL shows without a lookup: a literal address in any form
 * that the URL parser normalizes, or a name that means this machine by definition (RFC 6761).
 */
export function isPrivateByName(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Resolves a name to all its addresses. Rejects with the codes of node:dns. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** The error of a lookup whose name resolves to a private address. */
class PrivateAddress extends Error {
  override name = 'PrivateAddress';
  readonly code = 'PRIVATE_ADDRESS';
}

/**
 * Returns the DNS lookup for connections, which refuses private addresses. A connection goes only to an address
 * that this has returned, so nothing can change between the check and the use. A name with one private address
 * among several is refused, since any of them might be used.
 *
 * Literal addresses in a URL are never looked up: check those before.
 */
export function vettedLookup(resolve: Resolve, { allowPrivate }: { allowPrivate: boolean }) {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) {
          callback(notFound(hostname), []);
        } else if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new PrivateAddress(`${hostname} resolves to a private address`), []);
        } else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : notFound(hostname), []);
      },
    );
  };
  return lookup;
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}

/**
 * Resolves names as this machine does, including its hosts file. Each lookup takes one of the four threads that all
 * lookups and file operations share, so a name server that hangs delays every other destination.
 */
export const resolveAsMachine: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

const NAME_SERVER_TIMEOUT_MS = 2_500;
const NAME_SERVER_TRIES = 2;

/** Resolves public names by the name servers only. It takes no thread, so any number can run at once. */
export const resolveByNameServers: Resolve = async (hostname) => {
  const resolver = new dns.Resolver({ timeout: NAME_SERVER_TIMEOUT_MS, tries: NAME_SERVER_TRIES });
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const addresses = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
};

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
