import { json } from '@sveltejs/kit';
import { render } from 'svelte/server';

import template from '../../../app.html?raw';
import styles from '../../../app.css?inline';
import PlainErrorPage from '../../components/PlainErrorPage.svelte';
import type { Language } from '../../i18n/languages.ts';
import { pageResponse } from '../page-response.ts';

/** Why a request is answered before any route looks at it. */
export interface Refusal {
  status: 400 | 403 | 413 | 415 | 429;
  state: 'refused' | 'tooMany';
  retryAfterSeconds?: number;
}

/** A page that says what to do; or as much in JSON, for a script. */
export const refuse = (
  { status, state, retryAfterSeconds }: Refusal,
  event: { request: Request; locals: App.Locals },
): Response => {
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  if (asksForJson(event.request)) return json({ message: 'Refused', state }, { status, headers });
  headers.set('Content-Type', 'text/html');
  return pageResponse(event, errorPage(state, event.locals.language), { status, headers });
};

const asksForJson = ({ headers }: Request): boolean =>
  headers.get('accept')?.includes('application/json') === true;

/** The page as Kit would put it together, which renders none from a hook. */
const errorPage = (state: Refusal['state'], language: Language): string => {
  const { head, body } = render(PlainErrorPage, { props: { state, language } });
  return template
    .replace('%sveltekit.head%', () => `<style>${styles}</style>${head}`)
    .replace('%sveltekit.body%', () => body);
};
