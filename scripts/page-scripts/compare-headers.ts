/** What servers and proxies add of their own, and what differs from answer to answer: it tells a browser nothing. */
const NEUTRAL: readonly string[] = [
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'server',
  'transfer-encoding',
  'via',
];

/** Every header that is not as the build sends it: missing, other, or added. Nonces count as equal. */
export function compareHeaders(live: Headers, built: Headers): string[] {
  const names = new Set([...live.keys(), ...built.keys()]);
  return [...names]
    .filter((name) => !NEUTRAL.includes(name))
    .sort()
    .flatMap((name) => compareHeader(name, live.get(name), built.get(name)));
}

function compareHeader(name: string, live: string | null, built: string | null): string[] {
  if (built === null) return [`A header that the build does not send: ${name}: ${live ?? ''}`];
  if (live === null) return [`A header is missing: ${name}: ${built}`];
  if (withoutNonce(live) === withoutNonce(built)) return [];
  return [`A header is not what the build sends: ${name}: ${live}`];
}

const NONCE = /'nonce-([A-Za-z0-9+/]{22}==)'/;

/** The nonce that a policy allows. */
export function nonceOf(headers: Headers): string | undefined {
  return NONCE.exec(headers.get('content-security-policy') ?? '')?.[1];
}

/** The same nonce in both places of the policy; another one is another policy. */
function withoutNonce(value: string): string {
  const nonce = NONCE.exec(value)?.[1];
  return nonce === undefined ? value : value.replaceAll(`'nonce-${nonce}'`, "'nonce'");
}
