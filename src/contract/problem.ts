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
 * The body of every refusal (RFC 9457). This service fills in all of it that applies; the reading
 * side requires no more than the RFC does, and takes what another deployment adds or leaves out.
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
    .meta({ description: 'Every constraint that the request violates, at once.' })
    .optional()
    .catch(undefined),
  existing_order_id: z
    .string()
    .meta({
      description: 'Of a reference that was used for a different request: the order that it made.',
      format: 'uuid',
    })
    .optional(),
  differing_fields: z
    .array(z.string())
    .meta({ description: 'Of the same: the members in which the two requests differ.' })
    .optional()
    .catch(undefined),
  failed_check: z
    .string()
    .meta({
      description:
        'To a test key whose signature is not good: which check failed. Live keys are not told.',
    })
    .optional()
    .catch(undefined),
  expected_base_string: z
    .string()
    .meta({
      description:
        'To the same: the text that was to be signed. Card data and long bodies are described in it, not repeated.',
    })
    .optional()
    .catch(undefined),
});
export type Problem = z.output<typeof problem>;

/** The same as this service answers it: these members are always there. */
export const completeProblem = problem
  .extend({
    type: z.string().meta({
      description: 'What happened: the address of its section in the reference of problems.',
      format: 'uri',
    }),
    title: z.string().meta({ description: 'The same in a few words.' }),
    detail: z.string().meta({
      description:
        'What is wrong in this case, or what to do about it; of several violations, the first.',
    }),
    request_id: z.string().meta({
      description: "The request's id, as in X-Request-Id and in the service's log.",
    }),
    resolution_code: resolutionCode.meta({
      description: 'The class of the refusal, in the words of orders.',
    }),
  })
  .meta({
    id: 'Problem',
    description:
      'Why a request was refused, after RFC 9457. Programs go by `status`, `resolution_code`, the fragment of `type` and the codes in `errors`; the rest is for people and may change.',
  });
