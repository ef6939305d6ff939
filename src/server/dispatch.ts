import { once } from 'node:events';
import type { RequestListener, IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { inSpan, SpanKind, type AnswerBroken } from '#service/process.ts';
import type { Fetch } from '#service/service.ts';

/** Returns a listener for the service's `fetch`. A request without a valid URL is answered as malformed. */
export function apiListener(fetch: Fetch, answerBroken: AnswerBroken): RequestListener {
  const api = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // HTTP/1.0 requests need no Host header. Nothing depends on this value.
    hostname: 'localhost',
    errorHandler: () => {
      const { status, headers, body } = answerBroken('malformed');
      return new Response(body === undefined ? null : Buffer.from(body), { status, headers });
    },
  });
  return (request, response) => void api(request, response);
}

/** Routes requests: the service answers `/api`, the page everything else. */
export function dispatch(api: RequestListener, page: RequestListener): RequestListener {
  return (request, response) => {
    if (isApiTarget(request.url ?? '')) {
      api(request, response);
      return;
    }
    page(request, response);
  };
}

/** Wraps the page, so that it never sees a target that it cannot decode. */
export function pageListener(page: RequestListener): RequestListener {
  return (request, response) => {
    request.url = decodableTarget(request.url ?? '');
    page(request, response);
  };
}

/**
 * Tells whether a request target is under `/api` in any spelling: as sent, or after decoding escapes, converting
 * backslashes and resolving empty and dot segments. The service routes by the path as sent, so another spelling
 * reaches none of its endpoints, and the page answers none of these targets. A proxy that blocks `/api/operator/`
 * therefore blocks every way to it.
 */
export function isApiTarget(target: string): boolean {
  if (AS_SENT.test(target)) return true;
  return NORMALISED_APART.test(target) && firstSegment(target) === 'api';
}

const AS_SENT = /^\/api(?:[/?#]|$)/;
/** Paths without any of these are already normalised, so that ordinary requests skip the rest. */
const NORMALISED_APART = /[%\\]|\/\/|\/\./;
const SCHEME_AND_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;

function firstSegment(target: string): string | undefined {
  const path = target.replace(SCHEME_AND_AUTHORITY, '').replace(/[?#].*$/s, '');
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const segments: string[] = [];
  for (const segment of decoded.split(/[/\\]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments[0];
}

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/**
 * Removes the origin from a target in absolute form, so that routing and signature checks see only the path.
 *
 * @returns whether the request has exactly one Host header, or none in HTTP/1.0
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const target = request.url ?? '';
  const path = target.replace(ABSOLUTE_FORM, '');
  if (path !== target) request.url = path.startsWith('/') ? path : `/${path}`;
  const hosts = countHosts(request.rawHeaders);
  return hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
}

/** Counts Host headers in the raw list, which alternates names and values. node:http silently drops a second one. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    .length;
}

const ESCAPE = /%[0-9a-f]{2}/gi;

/** Replaces escapes that are not UTF-8, so that the page answers such a URL as unknown. */
function decodableTarget(target: string): string {
  try {
    decodeURI(target);
    return target;
  } catch {
    return target
      .replace(ESCAPE, (escape) => (escape < '%8' ? escape : REPLACEMENT))
      .replace(/%(?![0-9a-f]{2})/gi, '%25');
  }
}

/** U+FFFD, which decoders use for invalid input. */
const REPLACEMENT = '%EF%BF%BD';

/** Wraps the page in traces: each request begins one, or continues the one in its `traceparent` header. */
export function tracedPage(page: RequestListener): RequestListener {
  return (request, response) => {
    const { traceparent } = request.headers;
    const options = {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method ?? '' },
      ...(typeof traceparent === 'string' && { traceparent }),
    };
    void inSpan('page', options, async (span) => {
      const closed = once(response, 'close');
      page(request, response);
      await closed;
      span.setAttribute('http.response.status_code', response.statusCode);
    });
  };
}
