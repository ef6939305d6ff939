import { ENDPOINTS, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import { jsonSchemaOf } from '#contract/openapi/json-schema.ts';
import { similarName } from '#contract/similar-name.ts';

/** The header, for test keys only, that names ignored parameters and those that may have been meant. */
export const WARNINGS_HEADER = 'warnings';

const MOST_WARNINGS = 5;
/** A parameter name that is safe to repeat: it does not break a header and contains no card number. */
const REPEATABLE = /^(?!.*\d{5})[\w[\].-]{1,40}$/;

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
