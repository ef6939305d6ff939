import { ENDPOINTS, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import { jsonSchemaOf } from '#contract/openapi/json-schema.ts';
import { similarName } from '#contract/similar-name.ts';
import { isTestKey } from '../merchants/keys.ts';
import type { Caller } from '../merchants/settings.ts';
import type { HandlerResult } from './handler.ts';
import type { RawParts } from './read-request.ts';

/** The header, for test keys only, that names ignored parameters and those that may have been meant. */
const WARNINGS_HEADER = 'warnings';

const MOST_WARNINGS = 5;
/** A parameter name that is safe to repeat: it does not break a header and contains no card number. */
const REPEATABLE = /^(?!.*\d{5})[\w[\].-]{1,40}$/;

/**
 * Adds warnings about parameters that are likely mistakes, for test keys only. Unknown parameters are ignored, as
 * the specification requires.
 */
export function withWarnings(
  answer: HandlerResult,
  name: EndpointName,
  { secret }: Pick<Caller, 'secret'>,
  { query }: RawParts,
): HandlerResult {
  if (!answer.ok || !isTestKey(secret)) return answer;
  const warnings = queryWarnings(name, query);
  if (warnings.length === 0) return answer;
  const headers = { ...answer.value.headers, [WARNINGS_HEADER]: warnings.join(' ') };
  return { ...answer, value: { ...answer.value, headers } };
}

/** Returns a sentence for each ignored parameter that resembles a known one. */
export function queryWarnings(name: EndpointName, given: Record<string, unknown>): string[] {
  const known = parametersOf(name);
  return Object.keys(given)
    .filter((each) => !known.includes(each.replace(/\[\]$/, '')) && REPEATABLE.test(each))
    .flatMap((each) => {
      const meant = similarName(each, known);
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
