/**
 * Whether a request target lies under `/api`, however it is spelled: as sent, or once its escapes are
 * decoded, its backslashes turned and its empty and dot segments resolved. The service routes by the
 * path as it was sent, so that another spelling reaches none of its endpoints, and the page none at
 * all: whoever blocks `/api/operator/` in front has blocked every way to it.
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
