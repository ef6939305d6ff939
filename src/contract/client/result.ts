import type { z } from 'zod';

import type { FetchFailure, HttpAnswer } from './bounded-fetch.ts';
import { readJson } from '../json/json.ts';
import {
  problemNameOf,
  problem,
  type ProblemName,
  type Problem,
  type Violation,
} from '../problem.ts';

export interface Success<T> {
  ok: true;
  status: number;
  value: T;
  /** Whether the order already existed, created by an identical earlier request. */
  replayed: boolean;
}

/**
 * `refused`: the service answered 4xx or 5xx; `problem` says why, if the answer did. `unreachable`: no complete
 * answer in time. `unexpected`: an answer that is not from this API: a redirect, too large, or of another shape.
 */
export interface Failure {
  ok: false;
  cause: 'refused' | 'unreachable' | 'unexpected';
  /**
   * `none`: the request had no effect; correct it. `unknown`: it may have taken effect, so repeat the same request.
   * The same reference creates no second order; a new reference may pay twice.
   */
  effect: 'none' | 'unknown';
  status?: number;
  /** Set if `unreachable`: the service's base URL, and the network's error code, such as `ECONNREFUSED`. */
  url?: string;
  code?: string;
  problem?: Problem;
  /** The problem's name, if it is one of this API's. */
  name?: ProblemName;
  retryAfterSeconds?: number;
}

export type Result<T> = Success<T> | Failure;

/** Thrown by the iterators over lists and by `valueIn`, for callers who prefer exceptions. */
export class RequestFailed extends Error {
  override name = 'RequestFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(describeFailure(failure));
    this.failure = failure;
  }
}

const ERRORS_NAMED = 5;

/**
 * Describes a failure in a sentence: the invalid fields and why; or what else was refused; or which URL did not
 * answer, and with which error.
 */
function describeFailure({ cause, status, url, code, problem: body }: Failure): string {
  if (cause === 'unreachable') {
    return `No answer from ${url ?? 'the service'}${code === undefined ? '' : `: ${code}`}`;
  }
  if (cause === 'unexpected') {
    return `The answer is not from a Tollgate service${status === undefined ? '' : `: status ${status}`}`;
  }
  if (body === undefined) return `Refused with status ${status}`;
  const { title, detail = '', errors = [] } = body;
  const wrong = errors.slice(0, ERRORS_NAMED).map(describeViolation);
  const more = errors.length > ERRORS_NAMED ? [`and ${errors.length - ERRORS_NAMED} more`] : [];
  const parts = [title, wrong.length > 0 ? [...wrong, ...more].join('; ') : detail];
  return parts.filter((part) => part !== '').join(': ') || `Refused with status ${status}`;
}

/** Names the field as the request writes it: `customer.phone` for the pointer `/customer/phone`. */
export function describeViolation({ pointer, parameter, detail }: Violation): string {
  const member = pointer?.slice(1).replaceAll('/', '.') ?? '';
  const field = parameter ?? (member === '' ? 'the body' : member);
  return `${field}: ${detail.replace(/\.$/, '')}`;
}

/**
 * Returns a success's value.
 *
 * @throws RequestFailed for a failure
 */
export function valueIn<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RequestFailed(result);
}

/** Validates an answer by the schema `reading` and converts it to a result. */
export function resultOf<S extends z.ZodType>(
  answer: HttpAnswer | FetchFailure,
  reading: S,
  nowMs: number,
): Result<z.output<S>> {
  if (!answer.ok) return answer;
  const { status, headers } = answer;
  if (status >= 400) return refusal(answer, nowMs);
  if (status < 200 || status > 299)
    return { ok: false, cause: 'unexpected', effect: 'unknown', status };
  const value = reading.safeParse(readJson(answer.body));
  if (!value.success) return { ok: false, cause: 'unexpected', effect: 'unknown', status };
  const replayed = headers.get('Idempotent-Replayed') === 'true';
  return { ok: true, status, value: value.data, replayed };
}

function refusal(answer: HttpAnswer, nowMs: number): Failure {
  const { status, headers } = answer;
  const seconds = retryAfterSeconds(headers, nowMs);
  const problem = problemOf(answer);
  const name = problem && problemNameOf(problem);
  return {
    ok: false,
    cause: 'refused',
    effect: MADE_NOTHING.has(status) ? 'none' : 'unknown',
    status,
    ...(problem && { problem }),
    ...(name && { name }),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  };
}

/** Statuses with which the API answers a request that had no effect. Others, such as 408, come from a proxy. */
const MADE_NOTHING: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 406, 409, 410, 411, 413, 414, 415, 417, 422, 429, 431,
]);

function problemOf(answer: HttpAnswer): Problem | undefined {
  const body = readJson(answer.body);
  if (typeof body !== 'object') return undefined;
  return problem.safeParse({ status: answer.status, ...body }).data;
}

/** Reads Retry-After (RFC 9110): seconds, or the date to wait for. */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | undefined {
  const retryAfter = headers.get('Retry-After');
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const dateMs = Date.parse(retryAfter);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}
