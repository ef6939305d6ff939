/**
 * Headers that servers and proxies add, or that vary from answer to answer. They do not change the page in a browser.
 */
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

/** Returns every header that is missing, different or added compared with the build's. Nonces count as equal. */
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

/** Returns the nonce that the content security policy allows. */
export function nonceOf(headers: Headers): string | undefined {
  return NONCE.exec(headers.get('content-security-policy') ?? '')?.[1];
}

/**
 * Replaces the policy's nonce wherever it occurs. A second, different nonce stays, and so makes the policies differ.
 */
function withoutNonce(value: string): string {
  const nonce = NONCE.exec(value)?.[1];
  return nonce === undefined ? value : value.replaceAll(`'nonce-${nonce}'`, "'nonce'");
}
