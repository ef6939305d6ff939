import { ENDPOINTS, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import { jsonSchemaOf } from '#contract/openapi/json-schema.ts';

/** The header, for test keys only, that names ignored parameters and those that may have been meant. */
export const WARNINGS_HEADER = 'warnings';

const MOST_WARNINGS = 5;
/** A parameter name that is safe to repeat: it does not break a header and contains no card number. */
const REPEATABLE = /^(?!.*\d{5})[\w[\].-]{1,40}$/;
/** Brackets after a name, which the service accepts for lists. */
const BRACKETS = /\[\w*\]$/;

/** Returns a sentence for each ignored parameter that resembles a known one. */
export function queryWarnings(name: EndpointName, given: Record<string, unknown>): string[] {
  const known = parametersOf(name);
  return Object.keys(given)
    .filter((each) => !known.includes(each.replace(/\[\]$/, '')) && REPEATABLE.test(each))
    .flatMap((each) => {
      const meant = known.find((other) => isNear(plain(each), plain(other)));
      return meant === undefined ? [] : [`${each} was ignored; did you mean ${meant}?`];
    })
    .slice(0, MOST_WARNINGS);
}

const parameters = new Map<EndpointName, string[]>();

function parametersOf(name: EndpointName): string[] {
  const read = parameters.get(name);
  if (read !== undefined) return read;
  const { query }: Endpoint = ENDPOINTS[name];
  const properties: unknown = query && jsonSchemaOf(query, 'input')['properties'];
  const names =
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  parameters.set(name, names);
  return names;
}

function plain(name: string): string {
  return name
    .replace(BRACKETS, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

const LEAST_SHARED = 4;
const MOST_EDITS = 2;

/**
 * Returns whether a plain name is equal to a known one, begins with it or the other way round, or differs in one or
 * two letters.
 */
function isNear(given: string, known: string): boolean {
  if (given === known) return true;
  const shared = Math.min(given.length, known.length);
  if (shared < LEAST_SHARED) return false;
  return known.startsWith(given) || given.startsWith(known) || edits(given, known) <= MOST_EDITS;
}

/** Returns the Levenshtein distance; the names are short. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? Infinity;
}
