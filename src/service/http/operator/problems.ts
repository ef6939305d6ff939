import { PROBLEM_CONTENT_TYPE } from '#contract/problem.ts';
import type { ResolutionCode } from '#domain/order/resolution.ts';
import type { InputError } from '../../operator/answer.ts';
import { problemAnchor, withoutCardNumbers, type Refusal } from '../problems.ts';
import { rawPath, sendReply, type RequestContext } from '../request-context.ts';

export const OPERATOR_PROBLEMS_PATH = '/api/operator/v1/problems';

/** All problems that operators are refused with: the status, what the problem is, and what to do about it. */
export const OPERATOR_PROBLEMS = {
  invalid: [400, 'The input is not valid', 'Correct what errors lists.'],
  unauthenticated: [
    401,
    'The request is not authenticated',
    "Send the operator key of the service's DATA_DIR, or a valid token, as Authorization: Bearer; or sign in.",
  ],
  forbidden: [403, 'The role does not allow this', 'Ask somebody with a role that allows it.'],
  cross_site: [
    403,
    'The request came from another site',
    "Send changes from the console's own origin, or with Authorization instead of a cookie.",
  ],
  no_such_command: [
    404,
    'There is no such command',
    'GET /api/operator/v1/commands lists the commands that you may use.',
  ],
  not_found: [
    404,
    'Nothing has this name or id',
    'Check the name or id with a list command. Items that have ended or belong to another merchant are not found.',
  ],
  no_such_path: [
    404,
    'There is no such path',
    'Check the path: all paths begin with /api/operator/v1.',
  ],
  method_not_allowed: [
    405,
    'The method is not allowed for this path',
    'Use a method that the Allow header names: commands are POST.',
  ],
  refused: [409, 'The command cannot be run now', 'See the detail for the reason.'],
  too_large: [
    413,
    'The body is too large',
    'Send at most 64 KiB. The limit is 1 MiB for a deployment, 2 MiB for lines of a settlement file and 128 KiB for a logo.',
  ],
  unsupported_type: [
    415,
    'The body is not application/json',
    'Send the input as JSON with Content-Type: application/json.',
  ],
  too_many_requests: [429, 'Too many attempts to sign in', 'Wait for the time in Retry-After.'],
  too_many_reports: [
    429,
    'Too many reports at a time',
    'Wait until another report has ended: two may run at a time for a merchant, and four in all.',
  ],
  internal: [
    500,
    'Something went wrong on our side',
    "Find the request's id in the log. If the request was a change, check whether it was made before you repeat it.",
  ],
  report_failed: [
    503,
    'The report could not be generated',
    "Try again in a moment. The log has the reason under the request's id.",
  ],
  unavailable: [
    503,
    'The service is temporarily unavailable',
    'Try again in a moment. If the request was a change, check whether it was made before you repeat it.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, remedy: string]>;

export type OperatorProblemName = keyof typeof OPERATOR_PROBLEMS;

/** What a refusal adds to its row. */
interface Details {
  detail?: string | undefined;
  /** What is wrong with the input. */
  errors?: readonly InputError[];
  /** The specification's resolution code, if there is one for this. */
  resolution_code?: ResolutionCode | undefined;
}

/** The command and the actor, for the log. */
interface Asked {
  command?: string;
  actor?: string;
}

/** Answers a refusal in the format of the merchants' interface (RFC 9457). */
export function refuseOperator(
  c: RequestContext,
  problem: OperatorProblemName,
  details: Details = {},
  { headers, ...logged }: Asked & { headers?: Record<string, string>; check?: string } = {},
): Response {
  const [status, title, remedy] = OPERATOR_PROBLEMS[problem];
  const path = shownPath(c);
  const body = {
    type: `${OPERATOR_PROBLEMS_PATH}#${problemAnchor(problem)}`,
    title,
    status,
    detail: details.detail ?? remedy,
    ...(details.errors && { errors: details.errors }),
    ...(details.resolution_code && { resolution_code: details.resolution_code }),
    instance: path,
    request_id: c.get('requestId'),
  };
  const reply = {
    status,
    headers: { 'content-type': PROBLEM_CONTENT_TYPE, ...headers },
    body: JSON.stringify(body),
  };
  return sendReply(c, reply, { path, problem, ...logged });
}

/** Returns the path without the secrets in it. */
function shownPath(c: RequestContext): string {
  return withoutCardNumbers(rawPath(c));
}

/** Answers a refusal from before a command was looked up. */
export function refuseOutside(
  c: RequestContext,
  { problem, headers = {}, check }: Refusal<OperatorProblemName & Refusal['problem']>,
): Response {
  const detail = detailOf(c, problem, check);
  return refuseOperator(c, problem, { detail }, { headers, ...(check !== undefined && { check }) });
}

/**
 * Returns what is unavailable, with advice if something may have changed; undefined if the problem's own text is
 * enough.
 */
function detailOf(c: RequestContext, problem: string, check: string | undefined) {
  const cause =
    problem === 'internal' ? WHERE_TO_LOOK : problem === 'unavailable' && CAUSES[check ?? ''];
  if (!cause) return undefined;
  const mayHaveChanged = c.get('mayHaveChanged') ?? c.req.method !== 'GET';
  return mayHaveChanged ? `${cause} ${BEFORE_REPEATING}` : cause;
}

const CAUSES: Readonly<Record<string, string>> = {
  database: 'The database did not answer in time.',
  busy: 'Too many requests are waiting for the database.',
};
const WHERE_TO_LOOK = "Find the request's id in the log.";
const BEFORE_REPEATING = 'Check whether the change was made before you repeat it.';

/** Returns a page for people, without anything from a request. */
export function operatorProblemReference(): string {
  const sections = Object.entries(OPERATOR_PROBLEMS).map(
    ([name, [status, title, remedy]]) =>
      `<h2 id="${name.replaceAll('_', '-')}">${title}</h2>\n<p>Status ${status}. ${remedy}</p>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tollgate: problems of operators</title>
<h1>Problems, and what to do about them</h1>
${sections.join('\n')}
</html>
`;
}
