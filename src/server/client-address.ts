import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ADDRESS_HEADER, type TrustedProxies } from '#service/process.ts';

/** More proxies than any deployment has; a longer header is forged. */
const MAX_HOPS = 16;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Passes the client's address to the wrapped listener, in a header that clients cannot set. */
export function setClientAddress(
  listener: RequestListener,
  trusted: TrustedProxies,
): RequestListener {
  /** Addresses of connections without X-Forwarded-For, whose requests all come from the same client. */
  const peers = new WeakMap<Socket, string>();
  return (request, response) => {
    const forwarded = request.headers['x-forwarded-for'];
    const { socket } = request;
    const known = forwarded === undefined ? peers.get(socket) : undefined;
    const address = known ?? addressOf(request, trusted);
    if (forwarded === undefined) peers.set(socket, address);
    request.headers[ADDRESS_HEADER] = address;
    listener(request, response);
  };
}

function addressOf({ headers, socket }: IncomingMessage, trusted: TrustedProxies): string {
  const forwarded = headers['x-forwarded-for'];
  const hops = typeof forwarded === 'string' ? forwarded : forwarded?.join(',');
  return clientAddress(socket.remoteAddress, hops, trusted);
}

/**
 * Returns the client's address: the socket's peer or, if that is a trusted proxy, the rightmost hop of
 * X-Forwarded-For that is not one. Each proxy appends the peer that it saw, so anything further left was written by
 * the client. An entry that is not an address ends the search at the hop that passed it on.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const hops = (forwardedFor ?? '').split(',').reverse().slice(0, MAX_HOPS);
  const socket = parseHop(peer ?? '');
  // A socket that has closed has no peer, and nobody waits for its answer.
  return socket === undefined ? 'unknown' : furthest(socket, hops, trusted).toString();
}

/** Follows the hops back as long as each was reported by a trusted proxy. */
function furthest(peer: Address, hops: readonly string[], trusted: TrustedProxies): Address {
  let client = peer;
  for (const hop of hops) {
    const forwarded = isTrusted(client, trusted) ? parseHop(hop) : undefined;
    if (forwarded === undefined) break;
    client = forwarded;
  }
  return client;
}

/** Parses an address as proxies write it: with or without a port, IPv6 with or without brackets. */
function parseHop(hop: string): Address | undefined {
  const text = hop.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  const withoutPort = /^([^:]*):\d{1,5}$/.exec(text)?.[1];
  return parseAddress(bracketed ?? withoutPort ?? text);
}

/** Parses an address. Converts an IPv4 address that a dual-stack socket shows as `::ffff:192.0.2.1`. */
function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // Drops the network interface (`fe80::1%eth0`), which does not identify the peer.
  const [plain = ''] = text.split('%', 1);
  return ipaddr.IPv6.isValid(plain) ? ipaddr.process(plain) : undefined;
}

function isTrusted(address: Address, trusted: TrustedProxies): boolean {
  return trusted.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
