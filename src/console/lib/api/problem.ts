import * as v from 'valibot';

const problemBody = v.object({
  status: v.number(),
  title: v.string(),
  detail: v.optional(v.string()),
  problems: v.optional(v.array(v.string())),
  request_id: v.optional(v.string()),
});

/** A refusal in the service's own words, or a request that got no answer. */
export class Problem extends Error {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly detail: string;
  /** What is wrong with the input, a sentence each. */
  readonly problems: readonly string[];
  /** The request's id in the log. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    title: string,
    rest: Partial<Pick<Problem, 'detail' | 'problems' | 'requestId'>> = {},
  ) {
    super(title);
    this.status = status;
    this.detail = rest.detail ?? '';
    this.problems = rest.problems ?? [];
    this.requestId = rest.requestId;
  }
}

/** Returns whether the service or one of its dependencies is down, rather than the request being at fault. */
export function isOutage({ status }: Problem): boolean {
  return status === 0 || status === 503;
}

export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = v.safeParse(problemBody, body);
  if (!parsed.success)
    return new Problem(response.status, `The service answered ${response.status}`);
  const { title, detail, problems, request_id: requestId } = parsed.output;
  return new Problem(response.status, title, {
    ...(detail !== undefined && { detail }),
    ...(problems && { problems }),
    requestId,
  });
}

/** Converts anything thrown to a Problem that can be shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(0, 'The service does not answer', {
    detail: 'Check whether the change was made before you repeat it.',
  });
}
