import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ADDRESS_HEADER, type TrustedProxies } from '#service/process.ts';

/** More proxies than stand in front of anything; a longer header is somebody's invention. */
const MAX_HOPS = 16;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Passes the client's address to the listener behind it, in a header that nobody else can set. */
export function setClientAddress(
  listener: RequestListener,
  trusted: TrustedProxies,
): RequestListener {
  /** Of connections whose requests were not forwarded: those are all by the same client. */
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
 * Who asks: the peer of the socket or, where that is a trusted proxy, the rightmost hop of
 * X-Forwarded-For that is not one. Each proxy appends the peer that it saw, so that whatever stands
 * further left was written by the client. An entry that is no address ends the search at the hop
 * that handed it on.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const hops = (forwardedFor ?? '').split(',').reverse().slice(0, MAX_HOPS);
  const socket = parseHop(peer ?? '');
  // A socket that was closed meanwhile has no peer any more; nobody waits for its answer.
  return socket === undefined ? 'unknown' : furthest(socket, hops, trusted).toString();
}

/** As far back along the hops as each was reported by a trusted proxy. */
function furthest(peer: Address, hops: readonly string[], trusted: TrustedProxies): Address {
  let client = peer;
  for (const hop of hops) {
    const told = isTrusted(client, trusted) ? parseHop(hop) : undefined;
    if (told === undefined) break;
    client = told;
  }
  return client;
}

/** An address as proxies write it: with or without a port, IPv6 with or without brackets. */
function parseHop(hop: string): Address | undefined {
  const text = hop.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  const withoutPort = /^([^:]*):\d{1,5}$/.exec(text)?.[1];
  return parseAddress(bracketed ?? withoutPort ?? text);
}

/** An IPv4 address that a socket of both families shows as `::ffff:192.0.2.1` is that IPv4 address. */
function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // Which network card an address is reached by (`fe80::1%eth0`) is no part of whose it is.
  const [plain = ''] = text.split('%', 1);
  return ipaddr.IPv6.isValid(plain) ? ipaddr.process(plain) : undefined;
}

function isTrusted(address: Address, trusted: TrustedProxies): boolean {
  return trusted.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
