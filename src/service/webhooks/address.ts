import { lookup as systemLookup, promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createPayinRequest } from '#contract/schemas/payin.ts';

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

/** All addresses of a name. Rejects with the codes of node:dns. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** A name, or an address written out, leads into the private network. */
class PrivateAddress extends Error {
  override name = 'PrivateAddress';
  readonly code = 'PRIVATE_ADDRESS';
}

/**
 * The look-up that connections are made with. A connection goes to an address that this has returned and
 * to no other, so nothing can change between the check and the use. One private address among several
 * makes the name private: any of them might be taken.
 *
 * Addresses written out in a URL are never looked up: check those before.
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
 * As this machine resolves names, its hosts file included. It takes one of the four threads that all
 * look-ups and files share, so that a name server that hangs delays every other destination.
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

/** By the name servers alone, without a thread: names of the public network, any number at once. */
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

/**
 * The body of a create request whose callback_url does not lead into the private network by its mere
 * text. The address behind a name is known to the connection alone: it is checked again there.
 */
export const publicPayinRequest = createPayinRequest.extend({
  callback_url: createPayinRequest.shape.callback_url.refine(isPublicByName, {
    params: { code: 'private_address' },
    error: 'Must not resolve to a private address.',
  }),
});

function isPublicByName(url: string | undefined): boolean {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed === null || !isPrivateByName(parsed);
}
