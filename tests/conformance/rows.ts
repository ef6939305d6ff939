/**
 * The specification's tables of request fields, as tables of tests: what each field accepts, what it refuses and why. Wrong types
 * and missing fields follow from a row by themselves. Every value is checked by src/service/http/request-tables.test.ts, without a
 * socket; over the wire goes one of each kind.
 */
import { expect, it } from 'vitest';
import type { Answer } from './send.ts';
import { expectInvalid, violationsIn } from './problems.ts';
import { IS_ALL_SENT, oneOfEach } from './sent.ts';

declare global {
  interface JSON {
    /** ECMAScript: a number that JSON.stringify writes as it is given. */
    rawJSON(text: string): object;
  }
}

export interface FieldRow {
  /** Path in the body: `customer.phone`. */
  field: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'enum';
  required?: true;
  accepted: readonly unknown[];
  /** Values by the code of the violation that they make. */
  refused?: Readonly<Record<string, readonly unknown[]>>;
}

export interface TestedEndpoint {
  rows: readonly FieldRow[];
  /** A valid request; what `overrides` changes is what a test is about. */
  validBody(): object;
  /** The same of a request that is to be accepted, where that needs something of its own. */
  acceptingBody?(): Promise<object>;
  submit(body: object): Promise<Answer>;
  /** Called with the answer to an accepted value, and what was sent. */
  expectAccepted(
    answer: Answer,
    field: string,
    value: unknown,
    sent: Record<string, unknown>,
  ): Promise<void> | void;
}

/** Makes the tests of one endpoint's body: over the wire goes the last value that each field accepts, and one refusal of each kind. */
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

/** For this, and for nothing else. */
export function expectRefused(violations: readonly string[], field: string, code: string): void {
  const pointer = pointerTo(field);
  expect(violations).toContain(`${pointer} ${code}`);
  expect(violations.filter((violation) => !violation.startsWith(`${pointer} `))).toEqual([]);
}

/** What is long enough not to be there by chance must not come back. */
export function expectNoEcho({ text }: Pick<Answer, 'text'>, value: unknown): void {
  if (typeof value === 'string' && value.length >= 6) expect(text).not.toContain(value);
}

/** A copy with one field changed; `undefined` takes it out. Objects on the way are made. */
export function changed(body: object, field: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = field.split('.');
  const copy: Record<string, unknown> = { ...body };
  copy[name] = rest.length === 0 ? value : changed(asObject(copy[name]), rest.join('.'), value);
  return copy;
}

export function pointerTo(field: string): string {
  return `/${field.replaceAll('.', '/')}`;
}

/** A number as it is to be written: JSON.stringify would write 1e2 as 100. */
export function written(text: string): unknown {
  return JSON.rawJSON(text);
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** All values that a field does not take, each with the code of its violation; `undefined` leaves the field out. */
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
