import type { z } from 'zod';

import type { FetchFailure, HttpAnswer } from './bounded-fetch.ts';
import { readJson } from '../json/json.ts';
import { problemNameOf, type ProblemName } from '../problem-names.ts';
import { problem, type Problem, type Violation } from '../problem.ts';

export interface Success<T> {
  ok: true;
  status: number;
  value: T;
  /** The order existed already: an identical request made it earlier. */
  replayed: boolean;
}

/**
 * `refused`: the service answered 4xx or 5xx; `problem` where it said why.
 * `unreachable`: no complete answer in time.
 * `unexpected`: an answer that is not of this interface: a redirect, a flood, a foreign shape.
 */
export interface Failure {
  ok: false;
  cause: 'refused' | 'unreachable' | 'unexpected';
  /**
   * `none`: the request made nothing; correct it. `unknown`: it may have taken effect, so repeat
   * the same request: the same reference makes no second order, a new one may pay twice.
   */
  effect: 'none' | 'unknown';
  status?: number;
  /** Of what is unreachable: the base URL of the service, and what the network said, as `ECONNREFUSED`. */
  url?: string;
  code?: string;
  problem?: Problem;
  /** Which problem it is, where it is one of this interface. */
  name?: ProblemName;
  retryAfterSeconds?: number;
}

export type Result<T> = Success<T> | Failure;

/** For those who rather catch: thrown by what goes through lists, and by `valueIn`. */
export class RequestFailed extends Error {
  override name = 'RequestFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(describeFailure(failure));
    this.failure = failure;
  }
}

const ERRORS_NAMED = 5;

/** In a sentence: the fields that are wrong and why, or what else was refused; or that nothing answered, where, and by which error. */
function describeFailure({ cause, status, url, code, problem: said }: Failure): string {
  if (cause === 'unreachable') {
    return `No answer from ${url ?? 'the service'}${code === undefined ? '' : `: ${code}`}`;
  }
  if (cause === 'unexpected') {
    return `The answer is not from a Tollgate service${status === undefined ? '' : `: status ${status}`}`;
  }
  if (said === undefined) return `Refused with status ${status}`;
  const { title, detail = '', errors = [] } = said;
  const wrong = errors.slice(0, ERRORS_NAMED).map(describeViolation);
  const more = errors.length > ERRORS_NAMED ? [`and ${errors.length - ERRORS_NAMED} more`] : [];
  const parts = [title, wrong.length > 0 ? [...wrong, ...more].join('; ') : detail];
  return parts.filter((part) => part !== '').join(': ') || `Refused with status ${status}`;
}

/** As it is written in the request: `customer.phone` for the pointer `/customer/phone`. */
export function describeViolation({ pointer, parameter, detail }: Violation): string {
  const member = pointer?.slice(1).replaceAll('/', '.') ?? '';
  const field = parameter ?? (member === '' ? 'the body' : member);
  return `${field}: ${detail.replace(/\.$/, '')}`;
}

/** @throws RequestFailed for what is no success */
export function valueIn<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new RequestFailed(result);
}

/** Reads an answer as `reading` demands. */
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
  const said = problemOf(answer);
  const name = said && problemNameOf(said);
  return {
    ok: false,
    cause: 'refused',
    effect: MADE_NOTHING.has(status) ? 'none' : 'unknown',
    status,
    ...(said && { problem: said }),
    ...(name && { name }),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  };
}

/** What the interface answers to a request that it did not carry out; 408 and its like are a proxy's. */
const MADE_NOTHING: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 406, 409, 410, 411, 413, 414, 415, 417, 422, 429, 431,
]);

function problemOf(answer: HttpAnswer): Problem | undefined {
  const body = readJson(answer.body);
  if (typeof body !== 'object') return undefined;
  return problem.safeParse({ status: answer.status, ...body }).data;
}

/** RFC 9110: seconds, or the date to wait for. */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | undefined {
  const retryAfter = headers.get('Retry-After');
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const dateMs = Date.parse(retryAfter);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}
