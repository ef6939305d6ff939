import * as v from 'valibot';

const problemBody = v.object({
  status: v.number(),
  title: v.string(),
  detail: v.optional(v.string()),
  problems: v.optional(v.array(v.string())),
  request_id: v.optional(v.string()),
});

/** What the service would not do, in its own words; or that it could not be asked. */
export class Problem extends Error {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly detail: string;
  /** What is wrong with the input, a sentence each. */
  readonly problems: readonly string[];
  /** What the log knows the request by. */
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

/** Whether the service or what it stands on is down, rather than a request not right. */
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

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(0, 'The service does not answer', {
    detail: 'Check whether the change was made before you repeat it.',
  });
}
