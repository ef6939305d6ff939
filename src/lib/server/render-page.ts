import { dev } from '$app/environment';
import { json } from '@sveltejs/kit';
import { render } from 'svelte/server';

import template from '../../app.html?raw';
import styles from '../../app.css?inline';
import begin from '../browser/begin.ts?script';
import fallback from '../browser/fallback.ts?script';
import leave from '../browser/leave.ts?script';
import page from '../browser/page.ts?script';
import pay from '../browser/pay.ts?script';
import plain from '../browser/plain.ts?script';
import receipt from '../browser/receipt.ts?script';
import sandbox from '../browser/sandbox.ts?script';
import status from '../browser/status.ts?script';
import transfer from '../browser/transfer.ts?script';
import { IN_PLACE } from '../card-form/fields.ts';
import { accentStyle } from '../checkout/accent.ts';
import PlainErrorPage from '../components/PlainErrorPage.svelte';
import { CHOSEN_LANGUAGE } from './checkout/language.ts';
import { compress } from './compress.ts';

interface Requested {
  request: Request;
  locals: App.Locals;
}

/** A refusal of a request before any route handles it. */
export interface Refusal {
  status: 400 | 403 | 413 | 415 | 429;
  state: 'refused' | 'tooMany';
  retryAfterSeconds?: number;
}

/** The scripts of the pages, by the names in components' `data-entry` attributes. */
const SCRIPTS: Readonly<Record<string, string>> = {
  begin,
  fallback,
  leave,
  page,
  pay,
  plain,
  receipt,
  sandbox,
  status,
  transfer,
};

/**
 * Placeholders of scripts: `<script data-entry="pay"></script>`. In development, Svelte's Vite plugin adds a
 * component class to every element, including these.
 */
const SCRIPT_PLACES = /<script data-entry="(\w+)"[^>]*><\/script>/g;

/** Kit's marks for style sheets that it has inlined. Nothing reads them here. */
const INLINED_STYLESHEETS = /<link [^>]*disabled media="\(max-width: 0\)">/g;

/** Svelte's hydration marks, which are useless here because pages never hydrate. */
const HYDRATION_MARKS = /<!--(?:\[[-!\d]*|\]|)-->/g;

/** The end of a style sheet and the start of the next one, which may as well be one. */
const NEXT_STYLESHEET = /<\/style>\s*<style\b[^>]*>/g;

const STYLES_AND_SCRIPTS = /<(style|script)\b[^>]*>.*?<\/\1>/gs;

const ICON = /<link rel="icon"[^>]*>/;

/** Finishes a rendered page and compresses it as the client accepts. */
export async function pageResponse(
  html: string,
  requested: Requested,
  { status, headers }: { status: number; headers: Headers },
): Promise<Response> {
  const acceptEncoding = requested.request.headers.get('accept-encoding') ?? '';
  const { body, encoding } = await compress(finishPage(html, requested), acceptEncoding);
  if (encoding !== undefined) headers.set('Content-Encoding', encoding);
  headers.append('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(body.length));
  // Kit's ETag is for the body before finishing. Answers differ anyway, because of the nonce.
  headers.delete('ETag');
  return new Response(body, { status, headers });
}

/** Answers a refused request with a page that says what to do, or with JSON for a script. */
export async function refusalPage(refusal: Refusal, requested: Requested): Promise<Response> {
  const { status, state, retryAfterSeconds } = refusal;
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  if (requested.request.headers.get('accept')?.includes('application/json')) {
    return json({ message: 'Refused', state }, { status, headers });
  }
  headers.set('Content-Type', 'text/html');
  const { language } = requested.locals;
  // Assembles the page like Kit, which cannot render a page from a hook. The component brings its own styles.
  const { head, body } = render(PlainErrorPage, { props: { state, language } });
  const html = template
    .replace('%sveltekit.head%', () => `<style>${styles}</style>${head}`)
    .replace('%sveltekit.body%', () => body);
  return pageResponse(html, requested, { status, headers });
}

/**
 * Finishes a page that Svelte rendered: sets its language and colour, inserts its scripts, and adds the nonce to
 * scripts and styles.
 */
function finishPage(html: string, { request, locals }: Requested): string {
  const { nonce, language, accent, isPreview = false } = locals;
  const query = otherParameters(request.url);
  const finished = html
    .replace('%tollgate.lang%', language.code)
    .replace('%tollgate.dir%', language.dir)
    .replaceAll('%tollgate.query%', () => query)
    .replaceAll(INLINED_STYLESHEETS, '')
    .replaceAll(HYDRATION_MARKS, '')
    .replaceAll(NEXT_STYLESHEET, '')
    .replace('</head>', () => `${accentSheet(accent)}${dev ? viteClient(nonce) : ''}</head>`)
    .replaceAll(/<style(?=[ >])/g, `<style nonce="${nonce}"`);
  // A page that replaces another one would run under the other's nonce, and has its styles and scripts already.
  if (request.headers.has(IN_PLACE)) return finished.replaceAll(STYLES_AND_SCRIPTS, '');
  if (isPreview) return finished.replaceAll(SCRIPT_PLACES, '').replace(ICON, '');
  // Side by side at the end, scripts compress better, by 200 bytes of the card form.
  const scripts = [...finished.matchAll(SCRIPT_PLACES)].map(([, name = '']) => script(name, nonce));
  return finished
    .replaceAll(SCRIPT_PLACES, '')
    .replace('</body>', () => `${scripts.join('')}</body>`);
}

/** Returns the parameters besides the language, which the links to other languages keep; each ends with `&`. */
function otherParameters(url: string): string {
  const { searchParams } = new URL(url);
  searchParams.delete(CHOSEN_LANGUAGE);
  return [...searchParams]
    .map((parameter) => `${new URLSearchParams([parameter]).toString()}&amp;`)
    .join('');
}

function script(name: string, nonce: string): string {
  const code = SCRIPTS[name];
  if (code === undefined) throw new Error(`There is no script ${name}`);
  return `<script nonce="${nonce}">${code}</script>`;
}

/**
 * Returns Vite's client, which reloads the page when its sources change. Development only. Kit adds it only to pages
 * that hydrate.
 */
function viteClient(nonce: string): string {
  return `<script type="module" src="/@vite/client" nonce="${nonce}"></script>`;
}

function accentSheet(hex: string | undefined): string {
  return hex === undefined ? '' : `<style>${accentStyle(hex)}</style>`;
}
