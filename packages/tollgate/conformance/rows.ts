/**
 * The specification's tables of request fields as test tables: the values that each field accepts and refuses, and why.
 * Tests of wrong types and missing fields are derived from each row. src/service/http/request-tables.test.ts tests
 * every value without a socket; over the wire only one of each kind is sent.
 */
import { expect, it } from 'vitest';
import type { Answer } from './send.ts';
import { expectInvalid, violationsIn } from './problems.ts';
import { IS_ALL_SENT, oneOfEach } from './sent.ts';

declare global {
  interface JSON {
    /** ECMAScript's raw JSON: a number that JSON.stringify writes unchanged. */
    rawJSON(text: string): object;
  }
}

export interface FieldRow {
  /** The path in the body, such as `customer.phone`. */
  field: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'enum';
  required?: true;
  accepted: readonly unknown[];
  /** Refused values by the code of their violation. */
  refused?: Readonly<Record<string, readonly unknown[]>>;
}

export interface TestedEndpoint {
  rows: readonly FieldRow[];
  /** Returns a valid request, of which a test changes one field. */
  validBody(): object;
  /** Returns a valid request that will be accepted, if that needs preparation, such as a new order. */
  acceptingBody?(): Promise<object>;
  submit(body: object): Promise<Answer>;
  /** Checks the answer to an accepted value; `sent` is the request's body. */
  expectAccepted(
    answer: Answer,
    field: string,
    value: unknown,
    sent: Record<string, unknown>,
  ): Promise<void> | void;
}

/**
 * Defines the tests of an endpoint's body. Sends the last accepted value of each field, and one refused value of each
 * kind.
 */
export function describeFields(endpoint: TestedEndpoint): void {
  const { rows, validBody, acceptingBody = () => Promise.resolve(validBody()) } = endpoint;
  const accepted = rows.flatMap(({ field, accepted: values }) =>
    values
      .slice(IS_ALL_SENT ? 0 : -1)
      .map((value): [string, string, unknown] => [field, shown(value), value]),
  );
  it.concurrent.each(accepted)('%s may be %s', async (field, _shown, value) => {
    const body = changed(await acceptingBody(), field, value);
    await endpoint.expectAccepted(await endpoint.submit(body), field, value, body);
  });

  const refused = rows.flatMap((row) =>
    refusals(row).map(({ code, value }): [string, string, string, unknown] => [
      row.field,
      shown(value),
      code,
      value,
    ]),
  );
  it.concurrent.each(oneOfEach(refused, ([, , code]) => code))(
    '%s may not be %s: %s',
    async (field, _shown, code, value) => {
      const answer = await endpoint.submit(changed(validBody(), field, value));
      expectRefused(violationsIn(expectInvalid(answer)), field, code);
      expectNoEcho(answer, value);
    },
  );
}

/** Checks that the only violation is this field's, with this code. */
export function expectRefused(violations: readonly string[], field: string, code: string): void {
  const pointer = pointerTo(field);
  expect(violations).toContain(`${pointer} ${code}`);
  expect(violations.filter((violation) => !violation.startsWith(`${pointer} `))).toEqual([]);
}

/** Checks that an answer does not repeat a value long enough not to be there by chance. */
export function expectNoEcho({ text }: Pick<Answer, 'text'>, value: unknown): void {
  if (typeof value === 'string' && value.length >= 6) expect(text).not.toContain(value);
}

/** Returns a copy with one field changed; `undefined` removes it. Creates missing parent objects. */
export function changed(body: object, field: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = field.split('.');
  const copy: Record<string, unknown> = { ...body };
  copy[name] = rest.length === 0 ? value : changed(asObject(copy[name]), rest.join('.'), value);
  return copy;
}

export function pointerTo(field: string): string {
  return `/${field.replaceAll('.', '/')}`;
}

/** Returns a number that JSON.stringify writes as given; it would write 1e2 as 100. */
export function written(text: string): unknown {
  return JSON.rawJSON(text);
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Returns all refused values of a field with their violation codes; `undefined` omits the field. */
export function refusals(row: FieldRow): { code: string; value: unknown }[] {
  const listed = Object.entries(row.refused ?? {}).flatMap(([code, values]) =>
    values.map((value) => ({ code, value })),
  );
  const typed = WRONG_TYPES.filter((value) => typeOf(value) !== jsonType(row)).map((value) => ({
    code: row.type === 'enum' ? 'enum' : 'type',
    value,
  }));
  return [...(row.required ? [{ code: 'required', value: undefined }] : []), ...typed, ...listed];
}

const WRONG_TYPES = [null, true, 12345, 'text', [], ['text'], {}] as const;

function jsonType({ type }: FieldRow): string {
  return type === 'enum' ? 'string' : type;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const SHOWN_CHARACTERS = 48;

export function shown(value: unknown): string {
  if (value === undefined) return 'being left out';
  const text = JSON.stringify(value);
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length - 2} characters)`;
}
