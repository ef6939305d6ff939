/**
 * The specification's tables of request fields, as tables of tests: what each field accepts, what it
 * refuses and why. Wrong types and missing fields follow from a row by themselves.
 */
import { describe, expect, it } from 'vitest';
import type { Answer } from './send.ts';
import { IS_FORM_JUDGED_HERE } from './form.ts';
import { expectInvalid, violationsIn } from './problems.ts';

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

export interface JudgedEndpoint {
  rows: readonly FieldRow[];
  /** A valid request; what `overrides` changes is what a test is about. */
  validBody(): object;
  submit(body: object): Promise<Answer>;
  /** Called with the answer to an accepted value. */
  expectAccepted(answer: Answer, field: string, value: unknown): Promise<void> | void;
}

/** Makes the tests of one endpoint's body. */
export function describeFields(endpoint: JudgedEndpoint): void {
  const rows = endpoint.rows.filter(({ accepted }) => IS_FORM_JUDGED_HERE || accepted.length > 0);
  describe.each(rows)('$field', (row) => {
    it.concurrent.each(row.accepted.map(named))('accepts %s', async (_name, value) => {
      const answer = await endpoint.submit(changed(endpoint.validBody(), row.field, value));
      await endpoint.expectAccepted(answer, row.field, value);
    });

    const refused = IS_FORM_JUDGED_HERE ? refusals(row) : [];
    it.concurrent.each(refused)('refuses %s: %s', async (_name, code, value) => {
      const answer = await endpoint.submit(changed(endpoint.validBody(), row.field, value));
      const violations = violationsIn(expectInvalid(answer));
      const pointer = pointerTo(row.field);
      expect(violations).toContain(`${pointer} ${code}`);
      expect(violations.filter((violation) => !violation.startsWith(`${pointer} `))).toEqual([]);
      expectNoEcho(answer, value);
    });
  });
}

/** What is long enough not to be there by chance must not come back. */
function expectNoEcho({ text }: Answer, value: unknown): void {
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

function refusals(row: FieldRow): [name: string, code: string, value: unknown][] {
  const listed = Object.entries(row.refused ?? {}).flatMap(([code, values]) =>
    values.map((value): [string, unknown] => [code, value]),
  );
  const typed = WRONG_TYPES.filter((value) => typeOf(value) !== jsonType(row)).map(
    (value): [string, unknown] => [row.type === 'enum' ? 'enum' : 'type', value],
  );
  const missing: [string, unknown][] = row.required ? [['required', undefined]] : [];
  return [...missing, ...typed, ...listed].map(([code, value]) => [shown(value), code, value]);
}

const WRONG_TYPES = [null, true, 12345, 'text', [], ['text'], {}] as const;

function jsonType({ type }: FieldRow): string {
  return type === 'enum' ? 'string' : type;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function named(value: unknown): [name: string, value: unknown] {
  return [shown(value), value];
}

const SHOWN_CHARACTERS = 48;

export function shown(value: unknown): string {
  if (value === undefined) return 'being left out';
  const text = JSON.stringify(value);
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length - 2} characters)`;
}
