import { completeProblem, violation } from '../../problem.ts';
import { described } from './described.ts';

/** The body of every refusal, and what it lists. */
export const PROBLEM_BODIES = [
  described(
    'Problem',
    completeProblem,
    'Why a request was refused, after RFC 9457. Programs go by `status`, `resolution_code`, the fragment of `type` and the codes in `errors`; the rest is for people and may change.',
    {
      type: {
        says: 'What happened: the address of its section in the reference of problems.',
        constraints: { format: 'uri' },
      },
      title: 'The same in a few words.',
      status: { says: 'The HTTP status.', constraints: { minimum: 400, maximum: 599 } },
      detail:
        'What is wrong in this case, or what to do about it; of several violations, the first.',
      instance:
        'The path of the request, where it could be read, without its query; a segment that might hold a card number is withheld.',
      request_id: "The request's id, as in X-Request-Id and in the service's log.",
      resolution_code: 'The class of the refusal, in the words of orders.',
      errors: 'Every constraint that the request violates, at once.',
      existing_order_id: {
        says: 'Of a reference that was used for a different request: the order that it made.',
        constraints: { format: 'uuid' },
      },
      differing_fields: 'Of the same: the members in which the two requests differ.',
      failed_check:
        'To a test key whose signature is not good: which check failed. Live keys are not told.',
      expected_base_string:
        'To the same: the text that was to be signed. Card data and long bodies are described in it, not repeated.',
    },
  ),
  described(
    'Violation',
    violation,
    'One broken constraint, and where. The value itself is never repeated.',
    {
      pointer: 'The member of the body, as a JSON pointer (RFC 6901).',
      parameter: 'The name of the query or path parameter, where it is one.',
      code: 'The kind of constraint: `required`, `type`, `enum`, `pattern`, `format`, `length`, `amount`, `unknown_field` and others.',
      detail: 'The constraint in a sentence, for people.',
    },
  ),
];
