import { UUID } from '#contract/patterns.ts';
import { PROBLEM_CONTENT_TYPE, type Problem, type Violation } from '#contract/problem.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import type { Reply } from './reply.ts';

/**
 * All problems that the service refuses with, one row each (decision 2). The last member of a row says what to do
 * about the problem, as `/docs/problems` does.
 */
export const PROBLEMS = {
  unauthorized: [
    401,
    'ACCESS_DENIED',
    'The request is not authenticated',
    'Check that all three headers are sent, that the key is active, and that the signature covers the method, the path as sent without its query, the timestamp and the exact bytes of the body. With a test key, failed_check names the check that failed, and expected_base_string is the text that the signature must cover.',
  ],
  timestamp_out_of_range: [
    401,
    'ACCESS_DENIED',
    'The timestamp is out of range',
    'Set your clock: X-Timestamp is Unix time in seconds, within 300 s of the time in the detail.',
  ],
  timestamp_in_milliseconds: [
    401,
    'ACCESS_DENIED',
    'The timestamp is in milliseconds',
    'Send X-Timestamp as Unix time in whole seconds, with ten digits; milliseconds have thirteen.',
  ],
  timestamp_in_microseconds: [
    401,
    'ACCESS_DENIED',
    'The timestamp is in microseconds',
    'Send X-Timestamp as Unix time in whole seconds, with ten digits; microseconds have sixteen.',
  ],
  timestamp_in_nanoseconds: [
    401,
    'ACCESS_DENIED',
    'The timestamp is in nanoseconds',
    'Send X-Timestamp as Unix time in whole seconds, with ten digits; nanoseconds have nineteen.',
  ],
  forbidden: [
    403,
    'ACCESS_DENIED',
    'The key does not allow this',
    'Use a key with scope merchant: a page key can only read payins and submit card data.',
  ],
  invalid: [
    400,
    'VALIDATION_FAILED',
    'The request is not valid',
    'Correct the errors in errors: each entry has a pointer into the body or the name of a parameter, a code and a detail.',
  ],
  not_found: [
    404,
    'RESOURCE_NOT_FOUND',
    'There is no such order',
    "Check the id, and that the order belongs to the key's merchant.",
  ],
  refund_not_found: [
    404,
    'RESOURCE_NOT_FOUND',
    'There is no such refund',
    "Check that the id is the id of a refund, not of its payin, and that the refund belongs to the key's merchant.",
  ],
  dispute_not_found: [
    404,
    'RESOURCE_NOT_FOUND',
    'There is no such dispute',
    "Check that the id is the id of a dispute, not of its payin, and that the dispute belongs to the key's merchant.",
  ],
  link_not_found: [
    404,
    'RESOURCE_NOT_FOUND',
    'There is no such link',
    "Check the id, and that the link belongs to the key's merchant.",
  ],
  no_such_webhook: [
    404,
    'RESOURCE_NOT_FOUND',
    'There is no such webhook',
    "Check that the id is the id of a webhook, not a webhook-id or an order's id, and that the webhook belongs to the key's merchant.",
  ],
  no_such_path: [
    404,
    'RESOURCE_NOT_FOUND',
    'There is no such path',
    'Check the path: the interface is under /api/v1, the developer API under /api/merchant/v1. Some paths exist only in a sandbox, for test keys.',
  ],
  method_not_allowed: [
    405,
    'RESOURCE_NOT_FOUND',
    'The method is not allowed for this path',
    'Use a method that the Allow header names.',
  ],
  duplicate: [
    409,
    'VALIDATION_FAILED',
    'The reference was used for a different request',
    'Read the order with the id existing_order_id. For a new payment, use a new reference_id; to repeat a request, send it unchanged, and with an empty reference_id the same signed request.',
  ],
  not_awaiting_card_data: [
    409,
    'ORDER_CANNOT_BE_PROCESSED',
    'The order does not await card data',
    'Read the order for its status. Card data is accepted only in status CREATED.',
  ],
  not_awaiting_challenge: [
    409,
    'ORDER_CANNOT_BE_PROCESSED',
    'The order does not await a challenge',
    'Read the order for its status. Only an open challenge can be answered or cancelled.',
  ],
  not_refundable: [
    409,
    'ORDER_CANNOT_BE_PROCESSED',
    'The payin cannot be refunded',
    'Read the detail: only a payin in status SUCCESS can be refunded, up to the amount that is neither refunded nor disputed. List its refunds and disputes.',
  ],
  not_cancellable: [
    409,
    'ORDER_CANNOT_BE_PROCESSED',
    'The payin cannot be cancelled',
    'Read the detail: only a payin that awaits its payer can be cancelled. One that is under way ends by its outcome; one that is paid can be refunded.',
  ],
  nothing_to_trigger: [
    409,
    'ORDER_CANNOT_BE_PROCESSED',
    'There is nothing to trigger',
    'Read the detail, and the object for its status: what a trigger brings must still be to come.',
  ],
  malformed: [
    400,
    'VALIDATION_FAILED',
    'The request is not valid HTTP',
    'Send HTTP/1.1 with one Host header, a valid request line and valid headers, and a body with either Content-Length or chunked encoding.',
  ],
  too_slow: [
    408,
    'VALIDATION_FAILED',
    'The request took too long to arrive',
    'Send the headers within 10 s and the whole request within 30 s.',
  ],
  too_large: [413, 'VALIDATION_FAILED', 'The body is too large', 'Send at most 64 KiB.'],
  unsupported_type: [
    415,
    'VALIDATION_FAILED',
    'The body is not application/json',
    'Send the body as JSON with Content-Type: application/json.',
  ],
  unsupported_encoding: [
    415,
    'VALIDATION_FAILED',
    'The body is compressed',
    'Send the body uncompressed, without Content-Encoding: the signature covers the bytes as sent.',
  ],
  head_too_large: [
    431,
    'VALIDATION_FAILED',
    'The headers are too large',
    'Send at most 16 KiB of headers.',
  ],
  METHOD_NOT_FOUND: [
    422,
    'METHOD_NOT_FOUND',
    'The merchant has no such payment method',
    "Use one of the merchant's own merchant_gate_method_ids: GET /api/merchant/v1/methods lists them.",
  ],
  METHOD_INACTIVE: [
    422,
    'METHOD_INACTIVE',
    'The payment method is switched off',
    'Ask the operator to switch on the payment method and its gate, or use another one.',
  ],
  CURRENCY_INVALID: [
    422,
    'CURRENCY_INVALID',
    "The currency is not the payment method's",
    'Send the currency of the payment method.',
  ],
  PAYMENT_METHOD_NOT_SUPPORTED: [
    422,
    'PAYMENT_METHOD_NOT_SUPPORTED',
    'The payment method does not support this',
    'Use a payin method for payins and a payout method for payouts; send card data only for card payins, with a brand that the method accepts.',
  ],
  another_card: [
    422,
    'BLACKLISTED_INPUT_DATA',
    'The card must not be tried again',
    'Ask the shopper for another card: the card scheme advises against trying this one again, or it was declined too often. The order stays open.',
  ],
  MERCHANT_MISCONFIGURATION: [
    422,
    'MERCHANT_MISCONFIGURATION',
    'The payment method is not fully configured',
    'Ask the operator to complete the payment method: its conversion rate or a gate account is missing.',
  ],
  too_many_requests: [
    429,
    'ACCESS_DENIED',
    'Too many requests with this key',
    'Repeat the request after the time in Retry-After, and send requests more slowly. If the detail is about card numbers, list payouts by masked number instead.',
  ],
  too_many_cards: [
    429,
    'BLACKLISTED_INPUT_DATA',
    'Too many different cards were declined',
    'Do not submit another card of this shopper before the time in Retry-After. The order stays open.',
  ],
  internal: [
    500,
    'UNKNOWN_ERROR',
    'Something went wrong on our side',
    'Whether the request had an effect is unknown. Repeat the same request later, with the same reference_id: a new one may create a second order. Tell the operator the request_id.',
  ],
  unavailable: [
    503,
    'UNKNOWN_ERROR',
    'The service is temporarily unavailable',
    'Whether the request had an effect is unknown. Repeat the same request after the time in Retry-After, with the same reference_id: a new one may create a second order.',
  ],
  quiet: [
    503,
    'UNKNOWN_ERROR',
    'This copy is quiet',
    'This is a copy of a deployment that must not act, such as a restored backup (QUIET=true). It changed nothing; send requests to the deployment itself.',
  ],
} as const satisfies Record<
  string,
  readonly [status: number, code: ResolutionCode, title: string, remedy: string]
>;

export type ProblemName = keyof typeof PROBLEMS;

/** What a refusal adds to its row. */
export interface ProblemDetails {
  detail?: string;
  errors?: Violation[];
  existing_order_id?: string;
  differing_fields?: string[];
  /** The check that failed, and the text to be signed. Only test keys get these (decision 1). */
  failed_check?: string;
  expected_base_string?: string;
}

/** A refusal before it becomes an answer. */
export interface Refusal<Name extends ProblemName = ProblemName> {
  problem: Name;
  details?: ProblemDetails;
  headers?: Record<string, string>;
  /** What failed, for the log, if the problem does not say it. */
  check?: string;
}

export function refuse<Name extends ProblemName>(
  problem: Name,
  details: ProblemDetails = {},
  headers: Record<string, string> = {},
): Refusal<Name> {
  return { problem, details, headers };
}

/** Returns a problem's anchor on the page that `type` points to. */
export function problemAnchor(problem: string): string {
  return problem.toLowerCase().replaceAll('_', '-');
}

/** The request that a problem is about. */
export interface ProblemOrigin {
  /** The path as the caller sees it; undefined if it could not be read. */
  path: string | undefined;
  requestId: string;
  documentationUrl: string;
}

/**
 * Returns the answer to a refusal (RFC 9457). `instance` is the path without its query, which may hold values that
 * must not be repeated.
 */
export function problemReply(refusal: Refusal, request: ProblemOrigin): Reply {
  const [status, resolutionCode, title, remedy] = PROBLEMS[refusal.problem];
  const { errors = [] } = refusal.details ?? {};
  const body: Problem = {
    type: `${request.documentationUrl}#${problemAnchor(refusal.problem)}`,
    title,
    status,
    detail: errors.length > 0 ? describeViolations(errors) : remedy,
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

/** Describes the first violation, for readers who read only the detail. */
function describeViolations([first, ...others]: readonly Violation[]): string {
  if (first === undefined) return '';
  const place = first.parameter ?? first.pointer ?? '';
  const sentence = `${place === '' ? 'The body' : place}: ${first.detail}`;
  return others.length === 0 ? sentence : `${sentence} See errors for ${others.length} more.`;
}

const MIN_CARD_DIGITS = 12;

/**
 * Replaces path segments that may hold a card number. A caller can write anything where an id belongs, and errors
 * must not repeat a card number.
 */
export function withoutCardNumbers(path: string): string {
  return path
    .split('/')
    .map((segment) => (mayHoldCardNumber(segment) ? 'withheld' : segment))
    .join('/');
}

function mayHoldCardNumber(segment: string): boolean {
  if (UUID.test(segment)) return false;
  // Percent-encoding adds digits. This decodes encoded digits, and drops what else is encoded.
  const digits = segment.replace(/%3([0-9])/g, '$1').replace(/%[0-9a-f]{2}|[^0-9]/gi, '');
  return digits.length >= MIN_CARD_DIGITS;
}
