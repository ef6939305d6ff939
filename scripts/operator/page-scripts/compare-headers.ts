/**
 * Headers that servers and proxies add, or that vary from answer to answer. They do not change the page in a browser.
 */
const NEUTRAL: readonly string[] = [
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'retry-after',
  'server',
  'transfer-encoding',
  'via',
];

/** Returns every header that is missing, different or added compared with the build's, whatever the policy's hashes. */
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
  if (withoutHashes(live) === withoutHashes(built)) return [];
  return [`A header is not what the build sends: ${name}: ${live}`];
}

const HASH = String.raw`'sha256-[A-Za-z0-9+/]{43}='`;
const HASHES = new RegExp(HASH, 'g');
const PART_SOURCES = new RegExp(`(script-src|style-src) (?:'none'|${HASH}(?: ${HASH})*)(?=;)`, 'g');

/** Returns the hashes that a content security policy allows. */
export function allowedHashes(headers: Headers): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  return Array.from(policy.matchAll(HASHES), ([hash]) => hash.slice(1, -1));
}

/** Replaces the hashes of scripts and style sheets, or that there are none, by one word. */
function withoutHashes(value: string): string {
  return value.replaceAll(PART_SOURCES, '$1 {hashes}');
}
