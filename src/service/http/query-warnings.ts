import { ENDPOINTS, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import { jsonSchemaOf } from '#contract/openapi/json-schema.ts';

/** To a test key alone: parameters that were ignored, and the ones that may have been meant. */
export const WARNINGS_HEADER = 'warnings';

const MOST_WARNINGS = 5;
/** A name that can be repeated: no header is broken by it, and no card number is in it. */
const REPEATABLE = /^(?!.*\d{5})[\w[\].-]{1,40}$/;
/** As the service itself reads lists: with brackets behind the name, or without. */
const BRACKETS = /\[\w*\]$/;

/** A sentence for each parameter that the specification has ignored, and that looks like one there is. */
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

/** The same but for case and signs, the beginning of it or longer than it, or mistyped by a letter or two. */
function isNear(given: string, known: string): boolean {
  if (given === known) return true;
  const shared = Math.min(given.length, known.length);
  if (shared < LEAST_SHARED) return false;
  return known.startsWith(given) || given.startsWith(known) || edits(given, known) <= MOST_EDITS;
}

/** Levenshtein's distance; the names are short. */
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
