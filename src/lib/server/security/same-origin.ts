const READS = ['GET', 'HEAD', 'OPTIONS'];

/** The only route that other sites may post to: an issuer's page sends the shopper back there. */
export const RETURN_ROUTE = '/pay/[id=uuid]/status';

/** Values of Sec-Fetch-Site for our own pages and for direct navigation. */
const OWN_SITES = ['same-origin', 'none'];

interface Incoming {
  request: Request;
  url: URL;
  route: { id: string | null };
}

/**
 * Tells whether a request's origin is allowed. If the browser sends Sec-Fetch-Site, that decides. Otherwise, and for
 * every browser on plain http, the Origin header remains. It is `null` even on our own form because of our
 * Referrer-Policy, so only an origin that names another site is refused. Requests carry no cookie or other authority,
 * so this refuses other sites' forms, not forged identities.
 */
export function isOwnRequest({ request, url, route }: Incoming): boolean {
  if (READS.includes(request.method) || route.id === RETURN_ROUTE) return true;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return OWN_SITES.includes(site);
  const origin = request.headers.get('origin');
  return origin === null || origin === 'null' || origin === url.origin;
}
