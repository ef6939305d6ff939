import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import type { ServiceConfig } from '#service/start.ts';
import { BUILD_FOLDER } from './built-page.ts';

const BASE = '/console';
const FOLDER = fileURLToPath(new URL('console', BUILD_FOLDER));

/** The inline style by which Kit hides its announcement of a navigation for screen readers. */
const ANNOUNCER_STYLE =
  'position: absolute; left: 0; top: 0; clip: rect(0 0 0 0); clip-path: inset(50%); overflow: hidden; white-space: nowrap; width: 1px; height: 1px';

/**
 * Serves the built console, and redirects the listener's root to it. The files are the same for everybody: the
 * console gets all its data from the operator API. Without a public URL, an IP address is redirected to localhost,
 * because passkeys and the acquirer's callback work only there. With one, a proxy may send an IP address as the host.
 *
 * @returns undefined for a request that is not for the console
 */
export function consoleListener({
  operatorPublicUrl,
}: Pick<ServiceConfig, 'operatorPublicUrl'>): (url: string) => RequestListener | undefined {
  const files = serveFiles();
  const view: RequestListener = (request, response) => {
    const origin = operatorPublicUrl === undefined ? localOrigin(request.headers.host) : undefined;
    if (origin === undefined) files(request, response);
    else redirect(response, origin + (request.url ?? BASE));
  };
  return (url) => {
    const [path = ''] = url.split('?', 1);
    if (path === '/') return (_request, response) => redirect(response, BASE);
    return path === BASE || path.startsWith(`${BASE}/`) ? view : undefined;
  };
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location, 'content-length': 0 }).end();
}

/** Returns localhost with the same port, if the host is an IP address. */
export function localOrigin(host = ''): string | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined;
  const { hostname, port } = new URL(`http://${host}`);
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return undefined;
  return `http://localhost${port === '' ? '' : `:${port}`}`;
}

function serveFiles(): RequestListener {
  const headers = securityHeaders();
  const serve = sirv(FOLDER, {
    // All views share one document.
    single: true,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      setAll(response, headers);
      const isNamedByContent = path.startsWith('/_app/immutable/');
      response.setHeader(
        'cache-control',
        isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0 }).end();
      return;
    }
    request.url = (request.url ?? '').slice(BASE.length) || '/';
    serve(request, response, () => {
      setAll(response, headers);
      response.writeHead(404, { 'content-length': 0 }).end();
    });
  };
}

function setAll(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/**
 * Returns the console's headers: nothing is loaded from or sent elsewhere, evaluated from text, or shown in another
 * site's frame.
 */
function securityHeaders(): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts().map(hashSource).join(' ')}`,
    "style-src 'self'",
    `style-src-attr 'unsafe-hashes' ${hashSource(ANNOUNCER_STYLE)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** Returns the inline scripts that start the console, which the policy allows by hash. */
function inlineScripts(): string[] {
  const document = `${FOLDER}/index.html`;
  if (!existsSync(document)) return [];
  const html = readFileSync(document, 'utf8');
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script ?? '');
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
