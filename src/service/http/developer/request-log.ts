import { MAX_ERRORS_SHOWN } from '#contract/schemas/developer.ts';
import type { Violation } from '#contract/problem.ts';
import type { ListRequestsQuery, LoggedRequest, PageAfter } from '#contract/schemas/developer.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { LRUCache } from 'lru-cache';
import { problemAnchor, withoutCardNumbers, type ProblemName } from '../problems.ts';

/** The most keys remembered. The key whose last request is oldest is forgotten first. */
const KEYS_KEPT = 1_000;
const REQUESTS_KEPT = 500;
const KEPT_SECONDS = 24 * 3_600;

/** A request that was answered. */
export interface AnsweredRequest {
  requestId: string;
  request: Pick<Request, 'method'>;
  rawPath: string;
  status: number;
  /** By a monotonic clock. */
  startedMs: number;
  endpoint?: EndpointName;
  keyId?: string;
  problem?: ProblemName;
  check?: string;
  errors?: readonly Violation[] | undefined;
}

/** The requests of the last 24 h with each key of the sandbox, for the developer who holds the key. */
export interface RequestLog {
  /** Records a request, if it names a key. */
  record(request: AnsweredRequest): void;
  /** Returns the latest requests first; none if the request `after` is no longer kept. */
  read(keyId: string, page: ListRequestsQuery): PageAfter<LoggedRequest>;
}

/**
 * Endpoints that a watcher reads again and again. A successful read is recorded only when watching begins, after a
 * pause.
 */
const WATCHED: readonly (EndpointName | undefined)[] = ['listWebhooks', 'listRequests'];
const PAUSE_OF_WATCHERS_SECONDS = 60;

/**
 * Creates a log in memory: a sandbox is one process, and losing the log does no harm. It is bounded, because the
 * sender of a request chooses which key it names.
 */
export function createRequestLog(now: () => Date): RequestLog {
  const byKey = new LRUCache<string, LoggedRequest[]>({ max: KEYS_KEPT });
  const lastWatched = new LRUCache<string, number>({ max: KEYS_KEPT * WATCHED.length });
  const nowSeconds = () => Math.floor(now().getTime() / 1_000);

  function isWatching({ keyId, endpoint, status }: AnsweredRequest): boolean {
    if (status !== 200 || !WATCHED.includes(endpoint)) return false;
    const watcher = `${keyId} ${endpoint}`;
    const lastSeconds = lastWatched.get(watcher) ?? -Infinity;
    lastWatched.set(watcher, nowSeconds());
    return nowSeconds() < lastSeconds + PAUSE_OF_WATCHERS_SECONDS;
  }

  return {
    record(request) {
      const { keyId } = request;
      if (keyId === undefined || isWatching(request)) return;
      const known = byKey.get(keyId) ?? [];
      known.push(entryOf(request, nowSeconds()));
      if (known.length > REQUESTS_KEPT) known.shift();
      byKey.set(keyId, known);
    },
    read(keyId, { size, after }) {
      const since = nowSeconds() - KEPT_SECONDS;
      const kept = byKey.get(keyId) ?? [];
      const latest = kept.filter(({ date }) => date > since).toReversed();
      const last = latest.findIndex((request) => request.request_id === after);
      if (after !== undefined && last === -1) return { content: [] };
      const content = latest.slice(last + 1, last + 1 + size);
      const hasMore = last + 1 + size < latest.length;
      return { content, ...(hasMore && { next: content.at(-1)?.request_id }) };
    },
  };
}

function entryOf(asked: AnsweredRequest, date: number): LoggedRequest {
  const { requestId, request, rawPath, status, startedMs, problem, check, errors = [] } = asked;
  return {
    request_id: requestId,
    date,
    method: request.method,
    path: withoutCardNumbers(rawPath),
    status,
    duration_ms: Math.round(performance.now() - startedMs),
    ...(problem && { problem: problemAnchor(problem) }),
    ...(check !== undefined && { failed_check: check }),
    ...(errors.length > 0 && { errors: errors.slice(0, MAX_ERRORS_SHOWN) }),
  };
}
