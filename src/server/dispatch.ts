import { once } from 'node:events';
import type { RequestListener, IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { inSpan, SpanKind, type AnswerBroken } from '#service/process.ts';
import type { Fetch } from '#service/service.ts';

/** One of the service's listeners. Where not even a URL can be made of a request, it is a broken one. */
export function apiListener(fetch: Fetch, answerBroken: AnswerBroken): RequestListener {
  const api = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // In HTTP/1.0 nobody has to say whom they ask; nothing depends on it.
    hostname: 'localhost',
    errorHandler: () => {
      const { status, headers, body } = answerBroken('malformed');
      return new Response(body === undefined ? null : Buffer.from(body), { status, headers });
    },
  });
  return (request, response) => void api(request, response);
}

/** The service answers what lies under `/api`, the page everything else. */
export function dispatch(api: RequestListener, page: RequestListener): RequestListener {
  return (request, response) => {
    if (isApiTarget(request.url ?? '')) {
      api(request, response);
      return;
    }
    page(request, response);
  };
}

/** The page, which is to meet no target that it cannot decode. */
export function pageListener(page: RequestListener): RequestListener {
  return (request, response) => {
    request.url = decodableTarget(request.url ?? '');
    page(request, response);
  };
}

/**
 * Whether a request target lies under `/api`, however it is spelled: as sent, or once its escapes are
 * decoded, its backslashes turned and its empty and dot segments resolved. The service routes by the
 * path as it was sent, so that another spelling reaches none of its endpoints, and the page none at
 * all: a proxy that blocks `/api/operator/` has blocked every way to it.
 */
export function isApiTarget(target: string): boolean {
  if (AS_SENT.test(target)) return true;
  return NORMALISED_APART.test(target) && firstSegment(target) === 'api';
}

const AS_SENT = /^\/api(?:[/?#]|$)/;
/** Without one of these a path is normalised as it is; it spares ordinary requests the rest. */
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
 * Takes the origin off a target in absolute form, so that everything behind sees, and checks the
 * signature of, the path part alone; returns whether the request names its host once, or not at all in
 * HTTP/1.0.
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const target = request.url ?? '';
  const path = target.replace(ABSOLUTE_FORM, '');
  if (path !== target) request.url = path.startsWith('/') ? path : `/${path}`;
  const hosts = countHosts(request.rawHeaders);
  return hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
}

/** Names and values in turn. node:http drops the second of two hosts silently. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    .length;
}

const ESCAPE = /%[0-9a-f]{2}/gi;

/** Escapes that are no UTF-8 stand for no character: the page looks for one that leads nowhere. */
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

/** U+FFFD, as decoders have it. */
const REPLACEMENT = '%EF%BF%BD';

/** The page. Each of its requests begins a trace, or goes on with the one that its header names. */
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
