import type { ExampleCall } from './write-call.ts';
import type { Operation, Parameter } from './read-document.ts';

/** The request by which an operation is shown: its first example, with the parameters that it must have. */
export const exampleCall = ({ method, path, parameters, requestBody }: Operation): ExampleCall => {
  const body = firstExample(requestBody?.content['application/json']?.examples);
  const needed = parameters.filter(({ in: place, required }) => place === 'query' && required);
  const query = needed.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(parameters, name));
  return {
    method,
    path: query.length === 0 ? target : `${target}?${query.join('&')}`,
    ...(body !== undefined && { body }),
  };
};

const firstExample = (examples: Record<string, { value: unknown }> = {}): unknown =>
  Object.values(examples)[0]?.value;

const exampleOf = (parameters: readonly Parameter[], name: string): string =>
  String(parameters.find((parameter) => parameter.name === name)?.example ?? '');
