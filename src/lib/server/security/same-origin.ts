const READS = ['GET', 'HEAD', 'OPTIONS'];

/** The one address to which other sites may post: an issuer's page sends the shopper back there. */
export const RETURN_ROUTE = '/pay/[id=uuid]/status';

/** Sent by ourselves, or by the shopper's own hand. */
const OWN_SITES = ['same-origin', 'none'];

interface Incoming {
  request: Request;
  url: URL;
  route: { id: string | null };
}

/**
 * Whether a request may be answered, by where it comes from. Browsers that send
 * Sec-Fetch-Site have said it all. Others, and every browser on plain http, leave the Origin header,
 * which is `null` on our own form as well because of our Referrer-Policy; so only an origin that
 * names another site is refused. No cookie or other authority travels with a request: this
 * refuses other sites' forms, not a forged identity.
 */
export function isOwnRequest({ request, url, route }: Incoming): boolean {
  if (READS.includes(request.method) || route.id === RETURN_ROUTE) return true;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return OWN_SITES.includes(site);
  const origin = request.headers.get('origin');
  return origin === null || origin === 'null' || origin === url.origin;
}
