import { z } from 'zod';

import { resolutionCode } from './schemas/fields.ts';

export { validate, type Validated, type Violation } from './violations.ts';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

export const violation = z
  .object({
    pointer: z
      .string()
      .meta({ description: 'The member of the body, as a JSON pointer (RFC 6901).' })
      .optional(),
    parameter: z
      .string()
      .meta({ description: 'The name of the query or path parameter, where it is one.' })
      .optional(),
    code: z.string().meta({
      description:
        'The kind of constraint: `required`, `type`, `enum`, `pattern`, `format`, `length`, `amount`, `unknown_field` and others.',
    }),
    detail: z.string().meta({ description: 'The constraint in a sentence, for people.' }),
  })
  .meta({
    id: 'Violation',
    description: 'One broken constraint, and where. The value itself is never repeated.',
  });

/**
 * The body of every refusal (RFC 9457). This service sends all members that apply. When reading, only RFC 9457's
 * requirements apply, so that other deployments may add or omit members.
 */
export const problem = z.object({
  type: z.string().default('about:blank'),
  title: z.string().default(''),
  status: z.int().meta({ description: 'The HTTP status.', minimum: 400, maximum: 599 }),
  detail: z.string().optional(),
  instance: z
    .string()
    .meta({
      description:
        'The path of the request, where it could be read, without its query; a segment that might hold a card number is withheld.',
    })
    .optional(),
  request_id: z.string().optional(),
  resolution_code: resolutionCode.optional().catch(undefined),
  errors: z
    .array(violation)
    .meta({ description: 'All constraints that the request violates.' })
    .optional()
    .catch(undefined),
  existing_order_id: z
    .string()
    .meta({
      description:
        'If the reference was used for a different request: the order of that request; left out if the reference is empty.',
      format: 'uuid',
    })
    .optional(),
  differing_fields: z
    .array(z.string())
    .meta({ description: 'Likewise: the members in which the two requests differ.' })
    .optional()
    .catch(undefined),
  failed_check: z
    .string()
    .meta({
      description: 'Only for test keys: the check of the signature that failed.',
    })
    .optional()
    .catch(undefined),
  expected_base_string: z
    .string()
    .meta({
      description:
        'Only for test keys: the text that the signature must cover. Card data and long bodies are described, not repeated.',
    })
    .optional()
    .catch(undefined),
});
export type Problem = z.output<typeof problem>;

/** A problem as this service sends it: these members are always present. */
export const completeProblem = problem
  .extend({
    type: z.string().meta({
      description: 'The kind of problem: the URL of its section in the reference of problems.',
      format: 'uri',
    }),
    title: z.string().meta({ description: 'The kind of problem in a few words.' }),
    detail: z.string().meta({
      description: 'What is wrong in this case, or what to do; the first of several violations.',
    }),
    request_id: z.string().meta({
      description: "The request's id, as in X-Request-Id and in the service's log.",
    }),
    resolution_code: resolutionCode.meta({
      description: 'The resolution code of the refusal.',
    }),
  })
  .meta({
    id: 'Problem',
    description:
      'Why a request was refused, after RFC 9457. Programs use `status`, `resolution_code`, the fragment of `type` and the codes in `errors`; the rest is for people and may change.',
  });

/** The fragments of `type`. Every refusal of the service has one. */
export const PROBLEM_NAMES = [
  'unauthorized',
  'timestamp-out-of-range',
  'timestamp-in-milliseconds',
  'timestamp-in-microseconds',
  'timestamp-in-nanoseconds',
  'forbidden',
  'invalid',
  'not-found',
  'refund-not-found',
  'dispute-not-found',
  'link-not-found',
  'no-such-webhook',
  'no-such-path',
  'method-not-allowed',
  'duplicate',
  'not-awaiting-card-data',
  'not-awaiting-challenge',
  'not-refundable',
  'not-cancellable',
  'nothing-to-trigger',
  'malformed',
  'too-slow',
  'too-large',
  'unsupported-type',
  'unsupported-encoding',
  'head-too-large',
  'method-not-found',
  'method-inactive',
  'currency-invalid',
  'payment-method-not-supported',
  'another-card',
  'merchant-misconfiguration',
  'too-many-requests',
  'too-many-cards',
  'internal',
  'unavailable',
  'quiet',
] as const;
export type ProblemName = (typeof PROBLEM_NAMES)[number];

/** Returns a problem's name; undefined for a problem of another deployment or a later release. */
export function problemNameOf({ type }: Pick<Problem, 'type'>): ProblemName | undefined {
  const fragment = type.slice(type.indexOf('#') + 1);
  return PROBLEM_NAMES.find((name) => name === fragment);
}
