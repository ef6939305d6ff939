import { UUID } from '#contract/patterns.ts';
import { PROBLEM_CONTENT_TYPE, type Problem, type Violation } from '#contract/problem.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import type { Reply } from './reply.ts';

/** Everything that the service refuses with, and nothing else: decision 2, a row each. */
export const PROBLEMS = {
  unauthorized: [401, 'ACCESS_DENIED', 'The request is not authenticated'],
  timestamp_out_of_range: [401, 'ACCESS_DENIED', 'The timestamp is out of range'],
  timestamp_in_milliseconds: [401, 'ACCESS_DENIED', 'The timestamp is in milliseconds'],
  forbidden: [403, 'ACCESS_DENIED', 'The key does not allow this'],
  invalid: [400, 'VALIDATION_FAILED', 'The request is not valid'],
  not_found: [404, 'RESOURCE_NOT_FOUND', 'There is no such order'],
  no_such_webhook: [404, 'RESOURCE_NOT_FOUND', 'There is no such webhook'],
  no_such_path: [404, 'RESOURCE_NOT_FOUND', 'There is no such path'],
  method_not_allowed: [405, 'RESOURCE_NOT_FOUND', 'The path does not know this method'],
  duplicate: [409, 'VALIDATION_FAILED', 'The reference was used for a different request'],
  not_awaiting_card_data: [409, 'ORDER_CANNOT_BE_PROCESSED', 'The order does not await card data'],
  not_awaiting_challenge: [
    409,
    'ORDER_CANNOT_BE_PROCESSED',
    'The order awaits no answer to a challenge',
  ],
  malformed: [400, 'VALIDATION_FAILED', 'The request is not sound HTTP'],
  too_slow: [408, 'VALIDATION_FAILED', 'The request took too long to arrive'],
  too_large: [413, 'VALIDATION_FAILED', 'The body is too large'],
  unsupported_type: [415, 'VALIDATION_FAILED', 'The body is not application/json'],
  head_too_large: [431, 'VALIDATION_FAILED', 'The headers are too large'],
  METHOD_NOT_FOUND: [422, 'METHOD_NOT_FOUND', 'The merchant has no such payment method'],
  METHOD_INACTIVE: [422, 'METHOD_INACTIVE', 'The payment method is switched off'],
  CURRENCY_INVALID: [422, 'CURRENCY_INVALID', "The currency is not the payment method's"],
  PAYMENT_METHOD_NOT_SUPPORTED: [
    422,
    'PAYMENT_METHOD_NOT_SUPPORTED',
    'The payment method does not do this',
  ],
  MERCHANT_MISCONFIGURATION: [
    422,
    'MERCHANT_MISCONFIGURATION',
    'The payment method is not fully configured',
  ],
  too_many_requests: [429, 'ACCESS_DENIED', 'The key asks too often'],
  internal: [500, 'UNKNOWN_ERROR', 'Something went wrong on our side'],
  unavailable: [503, 'UNKNOWN_ERROR', 'The service is not available for the moment'],
} as const satisfies Record<string, readonly [number, ResolutionCode, string]>;

export type ProblemName = keyof typeof PROBLEMS;

/** What one case adds to its row. */
export interface ProblemDetails {
  detail?: string;
  errors?: Violation[];
  existing_order_id?: string;
  differing_fields?: string[];
  /** What failed of the signature, and what was to be signed: to test keys alone (decision 33). */
  failed_check?: string;
  expected_base_string?: string;
}

/** A refusal on its way to becoming an answer. */
export interface Refusal<Name extends ProblemName = ProblemName> {
  problem: Name;
  details?: ProblemDetails;
  headers?: Record<string, string>;
  /** What failed, for the log, where the problem says less. */
  check?: string;
}

export function refuse<Name extends ProblemName>(
  problem: Name,
  details: ProblemDetails = {},
  headers: Record<string, string> = {},
): Refusal<Name> {
  return { problem, details, headers };
}

/** A problem's place on the page that `type` points to. */
export function problemAnchor(problem: string): string {
  return problem.toLowerCase().replaceAll('_', '-');
}

const SERVER_ERRORS_FROM = 500;
/** A statement that timed out may have been committed, and so may one before a bug (decision 33). */
const EFFECT_UNKNOWN =
  'Whether the request had an effect is unknown. Repeat the same request, with the same reference.';

/** The request that a problem is about. */
export interface ProblemOrigin {
  /** As the caller sees it; undefined where not even that could be read. */
  path: string | undefined;
  requestId: string;
  documentationUrl: string;
}

/** The answer (RFC 9457). `instance` is the path alone: a query may hold what is not ours to repeat. */
export function problemReply(refusal: Refusal, request: ProblemOrigin): Reply {
  const [status, resolutionCode, title] = PROBLEMS[refusal.problem];
  const body: Problem = {
    type: `${request.documentationUrl}#${problemAnchor(refusal.problem)}`,
    title,
    status,
    ...(status >= SERVER_ERRORS_FROM && { detail: EFFECT_UNKNOWN }),
    ...refusal.details,
    ...(request.path !== undefined && { instance: withoutCardNumbers(request.path) }),
    request_id: request.requestId,
    resolution_code: resolutionCode,
  };
  return {
    status,
    headers: {
      'content-type': PROBLEM_CONTENT_TYPE,
      ...refusal.headers,
    },
    body: JSON.stringify(body),
  };
}

const MIN_CARD_DIGITS = 12;

/** What stands in the place of an id may be anything, a card number included: an error repeats none. */
export function withoutCardNumbers(path: string): string {
  return path
    .split('/')
    .map((segment) => (mayHoldCardNumber(segment) ? 'withheld' : segment))
    .join('/');
}

function mayHoldCardNumber(segment: string): boolean {
  if (UUID.test(segment)) return false;
  // Percent-encoding spells a digit with two others: it can only add to them, so undo it roughly.
  const digits = segment.replace(/%3([0-9])/g, '$1').replace(/%[0-9a-f]{2}|[^0-9]/gi, '');
  return digits.length >= MIN_CARD_DIGITS;
}
