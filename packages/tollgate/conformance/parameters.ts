/** Defines tests of an endpoint's query from the table of its parameters. */
import { expect, it } from 'vitest';
import type { Answer } from './send.ts';
import { expectInvalid, violationsIn } from './problems.ts';
import type { ParameterRow } from './retrieval-rows.ts';
import { IS_ALL_SENT, oneOfEach } from './sent.ts';

interface TestedQuery {
  rows: readonly ParameterRow[];
  /** The parameters of a valid request. */
  valid: Readonly<Record<string, string>>;
  ask(query: [name: string, value: string][]): Promise<Answer>;
  expectAccepted(answer: Answer): void;
}

/** Sends the last accepted value of each parameter, and one refused value of each kind. */
export function describeParameters({ rows, valid, ask, expectAccepted }: TestedQuery): void {
  const withValues = (parameter: string, values: readonly string[]) => {
    const others = Object.entries(valid).filter(([name]) => name !== parameter);
    return ask([...others, ...values.map((value): [string, string] => [parameter, value])]);
  };

  const accepted = rows.flatMap(({ parameter, accepted: values }) =>
    values.slice(IS_ALL_SENT ? 0 : -1).map((value): [string, string] => [parameter, value]),
  );
  it.each(accepted)('%s may be "%s"', async (parameter, value) => {
    expectAccepted(await withValues(parameter, [value]));
  });

  const refused = rows.flatMap(({ parameter, refused: byCode }) =>
    Object.entries(byCode).flatMap(([code, values]) =>
      values.map((value): [string, string, string] => [parameter, value, code]),
    ),
  );
  it.each(oneOfEach(refused, ([, , code]) => code))(
    '%s may not be "%s": %s',
    async (parameter, value, code) => {
      const answer = await withValues(parameter, [value]);
      expectParameterRefused(violationsIn(expectInvalid(answer)), parameter, code);
      if (value.length >= 12) expect(answer.text).not.toContain(value);
    },
  );

  it.each(oneOfEach(rows, ({ required = false }) => String(required)))(
    '$parameter (required: $required) is omitted',
    async ({ parameter, required }) => {
      const answer = await withValues(parameter, []);
      if (required) expect(violationsIn(expectInvalid(answer))).toEqual([`${parameter} required`]);
      else expectAccepted(answer);
    },
  );

  it.each(oneOfEach(rows, ({ repeats = false }) => String(repeats)))(
    '$parameter (repeatable: $repeats) is given three times',
    async ({ parameter, accepted: [first = '', second = first], repeats }) => {
      const answer = await withValues(parameter, [first, second, first]);
      if (repeats) expectAccepted(answer);
      else expect(violationsIn(expectInvalid(answer))).toEqual([`${parameter} repeated`]);
    },
  );
}

/** Checks that the only violation is this parameter's, with this code. */
export function expectParameterRefused(
  violations: readonly string[],
  parameter: string,
  code: string,
): void {
  expect(violations).toContain(`${parameter} ${code}`);
  expect(new Set(violations.map((violation) => violation.split(' ')[0]))).toEqual(
    new Set([parameter]),
  );
}

/** Returns a query with percent-encoded names and values. */
export function queryOf(pairs: [name: string, value: string][]): string {
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
}
