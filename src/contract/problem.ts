import { z } from 'zod';

import { resolutionCode } from './schemas/enumerations.ts';

export { validate, type Validated, type Violation } from './violations.ts';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

export const violation = z.object({
  pointer: z.string().optional(),
  parameter: z.string().optional(),
  code: z.string(),
  detail: z.string(),
});

/**
 * The body of every refusal (RFC 9457). This service fills in all of it that applies; the reading
 * side asks no more than the RFC does, and takes what another deployment adds or leaves out.
 */
export const problem = z.object({
  type: z.string().default('about:blank'),
  title: z.string().default(''),
  status: z.int(),
  detail: z.string().optional(),
  /** Path of the request. */
  instance: z.string().optional(),
  request_id: z.string().optional(),
  resolution_code: resolutionCode.optional().catch(undefined),
  errors: z.array(violation).optional().catch(undefined),
  /** On a duplicate reference with a different request. */
  existing_order_id: z.string().optional(),
  differing_fields: z.array(z.string()).optional().catch(undefined),
  /** To test keys, where a signature was not good: what failed, and what was to be signed. */
  failed_check: z.string().optional().catch(undefined),
  expected_base_string: z.string().optional().catch(undefined),
});
export type Problem = z.output<typeof problem>;

/** The same as this service answers it: these members are always there. */
export const completeProblem = problem.extend({
  type: z.string(),
  title: z.string(),
  detail: z.string(),
  request_id: z.string(),
  resolution_code: resolutionCode,
});
