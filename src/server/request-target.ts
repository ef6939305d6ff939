import type { IncomingMessage } from 'node:http';

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
export function decodableTarget(target: string): string {
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
