/** Validates a request and its answer against the OpenAPI documents. */
import { z } from 'zod';
import {
  DOCUMENT,
  faultsAt as orderFaultsAt,
  DEVELOPER_DOCUMENT,
  developerFaultsAt,
  type FaultsAt,
} from './validate.ts';

export interface AnsweredRequest {
  method: string;
  /** The path as sent, with its query. */
  path: string;
  body: Uint8Array;
  status: number;
  contentType: string | undefined;
  text: string;
}

const content = z.record(z.string(), z.unknown());
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  schema: z.looseObject({ type: z.string().optional() }),
});
const operation = z.object({
  parameters: z.array(parameter).default([]),
  requestBody: z.unknown().optional(),
  responses: z.record(
    z.string(),
    z.object({ $ref: z.string().optional(), content: content.optional() }),
  ),
});
const described = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ responses: z.record(z.string(), z.object({ content })) }),
});

interface Described extends z.output<typeof described> {
  faultsAt: FaultsAt;
}

const DESCRIBED: readonly Described[] = [
  { ...described.parse(DOCUMENT), faultsAt: orderFaultsAt },
  { ...described.parse(DEVELOPER_DOCUMENT), faultsAt: developerFaultsAt },
];

interface Found extends Pick<Described, 'components' | 'faultsAt'> {
  place: string[];
  operation: z.output<typeof operation>;
}

/** Returns the deviations from the documents. Requests to undescribed paths have none. */
export function faultsOf(answered: AnsweredRequest): string[] {
  const found = DESCRIBED.flatMap((each) => findOperation(each, answered) ?? [])[0];
  if (found === undefined) return [];
  return [...faultsOfAnswer(found, answered), ...faultsOfRequest(found, answered)];
}

/** Finds the operation of a path: a fixed path takes precedence over one with a parameter. */
function findOperation(
  { paths, components, faultsAt }: Described,
  { method, path }: AnsweredRequest,
): Found | undefined {
  const [plain = ''] = path.split('?');
  const fits = (template: string) =>
    new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`).test(plain);
  const template = plain in paths ? plain : Object.keys(paths).find(fits);
  const known = template === undefined ? undefined : paths[template]?.[method.toLowerCase()];
  if (template === undefined || known === undefined) return undefined;
  const place = ['paths', template, method.toLowerCase()];
  return { components, faultsAt, place, operation: known };
}

/** The statuses of incomplete requests: too slow, or with too many headers. */
const BEFORE_ANY_OPERATION = [408, 431];

function faultsOfAnswer(
  { components, faultsAt, place, operation: known }: Found,
  answered: AnsweredRequest,
): string[] {
  if (BEFORE_ANY_OPERATION.includes(answered.status)) return [];
  const status = String(answered.status);
  const response = known.responses[status];
  if (response === undefined) return [`status ${status} is not described`];
  const shared = response.$ref === undefined ? undefined : components.responses[status];
  const { content: bodies } = shared ?? response;
  if (bodies === undefined) return answered.text === '' ? [] : ['a body is not described'];
  const [type = ''] = (answered.contentType ?? '').split(';');
  if (!(type in bodies)) return [`content type ${type} is not described`];
  const responses = shared ? ['components', 'responses'] : [...place, 'responses'];
  return faultsAt([...responses, status, 'content', type, 'schema'], JSON.parse(answered.text));
}

/** Checks that the document allows an accepted request, and forbids one that was refused as invalid. */
function faultsOfRequest(found: Found, answered: AnsweredRequest): string[] {
  const { status } = answered;
  if (status !== 200 && status !== 400) return [];
  const faults = [...faultsOfQuery(found, answered), ...faultsOfBody(found, answered)];
  if (status === 200) return faults.map((fault) => `was taken, but: ${fault}`);
  const codes = violationCodes(answered.text).filter((code) => isPlain(code, answered.body));
  return faults.length === 0 && codes.length > 0 ? [`allows what is refused: ${codes.join()}`] : [];
}

/** Returns whether a schema can express the constraint fully. Patterns portable to all languages cover only ASCII. */
function isPlain(code: string, body: Uint8Array): boolean {
  if (code === 'pattern') return !/[^\x00-\x7F]|\\u/.test(new TextDecoder().decode(body));
  return ['required', 'type', 'enum', 'unknown_field', 'length'].includes(code);
}

const refusal = z.object({ errors: z.array(z.object({ code: z.string() })).default([]) });

function violationCodes(text: string): string[] {
  return refusal.parse(JSON.parse(text)).errors.map(({ code }) => code);
}

function faultsOfBody(
  { faultsAt, place, operation: known }: Found,
  { body }: AnsweredRequest,
): string[] {
  if (known.requestBody === undefined) return [];
  const value = parsed(body);
  return value === undefined
    ? ['the body is not JSON']
    : faultsAt([...place, 'requestBody', 'content', 'application/json', 'schema'], value);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function faultsOfQuery(
  { faultsAt, place, operation: known }: Found,
  { path }: AnsweredRequest,
): string[] {
  const query = new URLSearchParams(path.replace(/^[^?]*\??/, ''));
  return known.parameters.flatMap(({ name, in: where, required, schema }, index) => {
    const given = [...query.getAll(name), ...query.getAll(`${name}[]`)];
    if (where !== 'query') return [];
    if (given.length === 0) return required ? [`${name} is missing`] : [];
    const value = schema.type === 'array' ? given : single(given, schema.type);
    return faultsAt([...place, 'parameters', index, 'schema'], value);
  });
}

function single([value, ...others]: string[], type: string | undefined): unknown {
  if (others.length > 0) return others;
  return type === 'integer' ? Number(value) : value;
}
