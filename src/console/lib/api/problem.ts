import * as v from 'valibot';

const inputError = v.object({ pointer: v.string(), code: v.string(), detail: v.string() });
/** What is wrong with a member of an input. */
export type InputError = v.InferOutput<typeof inputError>;

const problemBody = v.object({
  status: v.number(),
  title: v.string(),
  detail: v.optional(v.string()),
  errors: v.optional(v.array(inputError)),
  request_id: v.optional(v.string()),
});

/** A refusal in the service's own words, or a request that got no answer. */
export class Problem extends Error {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly detail: string;
  /** What is wrong with the input. */
  readonly errors: readonly InputError[];
  /** The request's id in the log. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    title: string,
    rest: Partial<Pick<Problem, 'detail' | 'errors' | 'requestId'>> = {},
  ) {
    super(title);
    this.status = status;
    this.detail = rest.detail ?? '';
    this.errors = rest.errors ?? [];
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
  const { title, detail, errors, request_id: requestId } = parsed.output;
  return new Problem(response.status, title, {
    ...(detail !== undefined && { detail }),
    ...(errors && { errors }),
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
