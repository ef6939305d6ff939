/** The form of every refusal (RFC 9457, decision 2), and parsing of its violations. */
import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer } from './send.ts';

const violation = z.strictObject({
  pointer: z.string().optional(),
  parameter: z.string().optional(),
  code: z.string().min(1),
  detail: z.string().min(1),
});

/** All members that a problem may have, and no others. */
const problem = z.strictObject({
  type: z.url(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  instance: z.string().startsWith('/'),
  request_id: z.string().min(1),
  resolution_code: z.string(),
  errors: z.array(violation).min(1).optional(),
  existing_order_id: z.uuid().optional(),
  differing_fields: z.array(z.string()).min(1).optional(),
  failed_check: z.string().min(1).optional(),
  expected_base_string: z.string().min(1).optional(),
});
export type Problem = z.output<typeof problem>;

/** Checks that an answer is a refusal by decision 2 with this status and code. @returns the problem */
export function expectProblem(answer: Answer, status: number, resolutionCode: string): Problem {
  expect(answer).toMatchObject({ status });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/);
  const said = problem.parse(JSON.parse(answer.text));
  expect(said).toMatchObject({ status, resolution_code: resolutionCode });
  expectCommonHeaders(answer);
  expect(said.request_id).toBe(answer.headers['x-request-id']);
  return said;
}

/** Checks the headers that every answer has. */
export function expectCommonHeaders({ headers }: Answer): void {
  expect(headers['x-request-id']).toEqual(expect.stringMatching(/\S/));
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(Date.parse(headers.date ?? '')).not.toBeNaN();
}

export function expectInvalid(answer: Answer): Problem {
  return expectProblem(answer, 400, 'VALIDATION_FAILED');
}

/** Returns the place and code of each violation, such as `/customer/phone pattern`. */
export function violationsIn({ errors = [] }: Problem): string[] {
  return errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter ?? ''} ${code}`);
}
