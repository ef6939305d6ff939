/** Makes the tests of an endpoint's query from the table of its parameters. */
import { describe, expect, it } from 'vitest';
import type { Answer } from './send.ts';
import { IS_FORM_JUDGED_HERE } from './form.ts';
import { expectInvalid, violationsIn } from './problems.ts';
import type { ParameterRow } from './retrieval-rows.ts';

interface JudgedQuery {
  rows: readonly ParameterRow[];
  /** What must be there for a request to be valid. */
  valid: Readonly<Record<string, string>>;
  ask(query: [name: string, value: string][]): Promise<Answer>;
  expectAccepted(answer: Answer): void;
}

export function describeParameters({ rows, valid, ask, expectAccepted }: JudgedQuery): void {
  const withValues = (parameter: string, values: readonly string[]) => {
    const others = Object.entries(valid).filter(([name]) => name !== parameter);
    return ask([...others, ...values.map((value): [string, string] => [parameter, value])]);
  };

  describe.each([...rows])('$parameter', ({ parameter, required, accepted, refused, repeats }) => {
    it.each([...accepted])('accepts "%s"', async (value) => {
      expectAccepted(await withValues(parameter, [value]));
    });

    const refusals = Object.entries(IS_FORM_JUDGED_HERE ? refused : {}).flatMap(([code, values]) =>
      values.map((value): [string, string] => [value, code]),
    );
    it.each(refusals)('refuses "%s": %s', async (value, code) => {
      const answer = await withValues(parameter, [value]);
      const violations = violationsIn(expectInvalid(answer));
      expect(violations).toContain(`${parameter} ${code}`);
      expect(new Set(violations.map((violation) => violation.split(' ')[0]))).toEqual(
        new Set([parameter]),
      );
      if (value.length >= 12) expect(answer.text).not.toContain(value);
    });

    it(required ? 'must be there' : 'may be left out', async () => {
      const answer = await withValues(parameter, []);
      if (required) expect(violationsIn(expectInvalid(answer))).toEqual([`${parameter} required`]);
      else expectAccepted(answer);
    });

    it(repeats ? 'may be repeated' : 'is given once', async () => {
      const [first = '', second = first] = accepted;
      const answer = await withValues(parameter, [first, second, first]);
      if (repeats) expectAccepted(answer);
      else expect(violationsIn(expectInvalid(answer))).toEqual([`${parameter} repeated`]);
    });
  });
}

/** Percent-encoded, names and values alike. */
export function queryOf(pairs: [name: string, value: string][]): string {
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
}
