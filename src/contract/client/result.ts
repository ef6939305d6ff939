import type { z } from 'zod';

import type { FetchFailure, HttpAnswer } from './bounded-fetch.ts';
import { readJson } from '../json/json.ts';
import { problem, type Problem } from '../problem.ts';

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
   * `none`: the request made nothing; correct it. `unknown`: it may have done what it asks, so repeat
   * the same request: the same reference makes no second order, a new one may pay twice.
   */
  effect: 'none' | 'unknown';
  status?: number;
  problem?: Problem;
  retryAfterSeconds?: number;
}

export type Result<T> = Success<T> | Failure;

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
  const retryAfterSeconds = secondsUntil(headers.get('Retry-After'), nowMs);
  const said = problemOf(answer);
  return {
    ok: false,
    cause: 'refused',
    effect: status < 500 ? 'none' : 'unknown',
    status,
    ...(said && { problem: said }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

function problemOf(answer: HttpAnswer): Problem | undefined {
  const body = readJson(answer.body);
  if (typeof body !== 'object') return undefined;
  return problem.safeParse({ status: answer.status, ...body }).data;
}

/** RFC 9110: seconds, or the date to wait for. */
function secondsUntil(retryAfter: string | null, nowMs: number): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const dateMs = Date.parse(retryAfter);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}
