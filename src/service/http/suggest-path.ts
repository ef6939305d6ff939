import { ENDPOINTS } from '#contract/endpoints.ts';
import { plainName, similarName } from '#contract/similar-name.ts';

/** The parts of paths by which no endpoint is told from another. */
const PREFIXES: ReadonlySet<string> = new Set(['api', 'v1', 'merchant', 'orders']);
/** A path with more parts resembles none. */
const MOST_PARTS = 10;

const MERCHANT_ENDPOINTS = Object.values(ENDPOINTS).filter(({ path }) => !path.includes('/page/'));

/**
 * Returns the endpoint that a request to an unknown path may have been meant for, such as
 * `GET /api/v1/orders/payin/{id}`: for a slash at the end, a plural, or a part that is missing or misspelled. Repeats
 * nothing of the path.
 */
export function suggestEndpoint(method: string, path: string): string | undefined {
  const parts = distinctParts(path);
  if (parts.length === 0 || parts.length > MOST_PARTS) return undefined;
  const near = MERCHANT_ENDPOINTS.filter((endpoint) =>
    areSimilar(parts, distinctParts(endpoint.path)),
  );
  const meant = near.find((endpoint) => endpoint.method === method) ?? near[0];
  return meant && `${meant.method} ${meant.path}`;
}

function distinctParts(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && !PREFIXES.has(part.toLowerCase()));
}

function areSimilar(parts: readonly string[], others: readonly string[]): boolean {
  return parts.length === others.length && parts.every((part, i) => isSimilar(part, others[i]));
}

function isSimilar(part: string, other = ''): boolean {
  if (other.startsWith('{')) return true;
  return plainName(part) !== '' && similarName(part, [other]) !== undefined;
}
