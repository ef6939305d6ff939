import { createHash } from 'node:crypto';

import { dev } from '$app/environment';
import { json } from '@sveltejs/kit';
import { render } from 'svelte/server';

import template from '../../app.html?raw';
import { IN_PLACE } from '../card-form/fields.ts';
import { accentStyle } from '../checkout/accent.ts';
import PlainErrorPage from '../components/PlainErrorPage.svelte';
import { CHOSEN_LANGUAGE } from './checkout/language.ts';
import { deflateStart, encode, type DeflatedStart } from './gzip.ts';
import { renderParts, takeParts, type AllowedHashes } from './page-parts.ts';

interface Requested {
  request: Request;
  locals: App.Locals;
}

/** A refusal of a request that has no page of its own. */
export interface Refusal {
  status: 400 | 403 | 404 | 405 | 413 | 415 | 429;
  state: 'refused' | 'tooMany' | 'notFound';
  headers?: Record<string, string>;
}

/** Svelte's marks for hydration, which are useless here because pages never hydrate. */
const HYDRATION_MARKS = /<!--[^>]*-->/g;

/** Shapes of drawings, which Svelte closes by a tag of their own. */
const SHAPE_ENDS = /><\/(?:circle|path|rect)>/g;

/** White space before these elements is not shown. */
const SPACE_BEFORE_BLOCKS =
  /(?<=>) (?=<\/?(?:dd|details|div|dl|dt|footer|form|h[12]|header|li|main|p|summary|template|ul)\b)/g;

/** Lines break only between the template's elements: in text, Svelte writes a space. */
const INDENTATION = /\n\s+/g;

/** The place in the template of style sheets and scripts, between what is the same in all pages and the order's. */
const PARTS_PLACE = '%tollgate.parts%';

const ICON = /<link rel="icon"[^>]*>/;

/** Finishes a rendered page, as the client accepts it. */
export function pageResponse(
  html: string,
  { request, locals }: Requested,
  { status, headers }: { status: number; headers: Headers },
): Response {
  const page = finishPage(html, { request, locals });
  // A page that replaces another one has its styles and scripts already.
  const isInPlace = request.headers.has(IN_PLACE);
  const start: PageStart = isInPlace
    ? { text: page.start, hashes: { styles: [], scripts: [] } }
    : startOf(page, locals);
  const acceptEncoding = request.headers.get('accept-encoding') ?? '';
  const { body, encoding } =
    status === 200 && !isInPlace
      ? encode(page.rest, acceptEncoding, (start.deflated ??= deflateStart(start.text)))
      : encode(start.text + page.rest, acceptEncoding);
  const { styles, scripts } = start.hashes;
  locals.hashes = { scripts, styles: [...styles, ...page.styles] };
  if (encoding !== undefined) headers.set('Content-Encoding', encoding);
  headers.append('Vary', 'Accept-Encoding');
  headers.set('Content-Length', String(body.length));
  // Kit's ETag is for the body before finishing, and pages are not stored.
  headers.delete('ETag');
  return new Response(body, { status, headers });
}

/** Answers a refused request with a page that says what to do, or with JSON for a script. */
export async function refusalPage(refusal: Refusal, requested: Requested): Promise<Response> {
  const { status, state } = refusal;
  const headers = new Headers(refusal.headers);
  if (requested.request.headers.get('accept')?.includes('application/json')) {
    return json({ message: 'Refused', state }, { status, headers });
  }
  headers.set('Content-Type', 'text/html');
  const { language } = requested.locals;
  // Assembles the page like Kit, which cannot render a page from a hook.
  const { head, body } = render(PlainErrorPage, { props: { state, language } });
  const html = template
    .replace('%sveltekit.head%', () => head)
    .replace('%sveltekit.body%', () => body);
  return pageResponse(html, requested, { status, headers });
}

/** Answers a request for what is not there. An endpoint that throws instead has Kit's page for a failure. */
export function noSuchPage(requested: Requested): Promise<Response> {
  return refusalPage({ status: 404, state: 'notFound' }, requested);
}

interface FinishedPage {
  /** What is the same in all pages of a language with the same parts, before the parts. */
  start: string;
  names: readonly string[];
  /** What follows the parts. */
  rest: string;
  /** The hashes of style sheets in the rest. */
  styles: readonly string[];
}

/** Finishes a page that Svelte rendered: sets its language, colour and links, and takes it apart. */
function finishPage(rendered: string, { request, locals }: Requested): FinishedPage {
  const { language, accent, isPreview = false } = locals;
  const place = rendered.indexOf(PARTS_PLACE);
  const { html, names } = takeParts(rendered.slice(place + PARTS_PLACE.length));
  const start = rendered
    .slice(0, place)
    .replace('%tollgate.lang%', language.code)
    .replace('%tollgate.dir%', language.dir);
  const query = otherParameters(request.url);
  const sheet = accent === undefined ? '' : accentStyle(accent);
  const rest = html
    .replaceAll('%tollgate.query%', () => query)
    .replaceAll(HYDRATION_MARKS, '')
    .replaceAll(SHAPE_ENDS, '/>')
    .replaceAll(SPACE_BEFORE_BLOCKS, '')
    .replaceAll(INDENTATION, '\n')
    .replace('</head>', `${sheet && `<style>${sheet}</style>`}${dev ? VITE_CLIENT : ''}</head>`);
  return {
    start: isPreview ? start.replace(ICON, '') : start,
    names,
    rest,
    styles: sheet === '' ? [] : [hashOf(sheet)],
  };
}

interface PageStart {
  text: string;
  hashes: AllowedHashes;
  /** Once a page has been answered with it: compressing a start once saves most of a page's work. */
  deflated?: DeflatedStart;
}

/** The starts of pages: as many as languages and combinations of parts. */
const starts = new Map<string, PageStart>();

function startOf(
  { start, names }: FinishedPage,
  { isPreview = false, language }: App.Locals,
): PageStart {
  const key = [language.code, isPreview, ...names].join(' ');
  const known = starts.get(key);
  if (known !== undefined) return known;
  const { markup, hashes } = renderParts(names, { scripts: !isPreview });
  const made = { text: start.replaceAll(INDENTATION, '\n') + markup, hashes };
  starts.set(key, made);
  return made;
}

/** The style sheet of a merchant's colour is the only part that is not of the release. */
function hashOf(sheet: string): string {
  return `sha256-${createHash('sha256').update(sheet).digest('base64')}`;
}

/** Returns the parameters besides the language, which the links to other languages keep; each ends with `&`. */
function otherParameters(url: string): string {
  const { searchParams } = new URL(url);
  searchParams.delete(CHOSEN_LANGUAGE);
  return [...searchParams]
    .map((parameter) => `${new URLSearchParams([parameter]).toString()}&amp;`)
    .join('');
}

/**
 * Vite's client, which reloads the page when its sources change. Development only. Kit adds it only to pages that
 * hydrate.
 */
const VITE_CLIENT = '<script type="module" src="/@vite/client"></script>';
