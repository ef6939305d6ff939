import { dev } from '$app/environment';
import type { RequestEvent } from '@sveltejs/kit';

import { IN_PLACE } from '../../card-form/fields.ts';
import { encodingOf } from '../compress.ts';
import { formPage } from '../checkout/form-page.ts';
import { CHOSEN_LANGUAGE } from '../checkout/language.ts';
import type { OrderRequest } from '../checkout/once-per-request.ts';
import { statusPage } from '../checkout/status-page.ts';
import { answerKnown, pageKey } from './known-pages.ts';

/** The pages that are asked for most: of orders that differ in nothing but their own values. */
const SHOWN: ReadonlyMap<string | null, (request: OrderRequest) => Promise<object>> = new Map<
  string,
  (request: OrderRequest) => Promise<object>
>([
  ['/pay/[id=uuid]', formPage],
  ['/pay/[id=uuid]/status', statusPage],
]);

/** Answers with a page that is known but for its own values; undefined where it is to be rendered. */
export const answerShown = async (event: RequestEvent): Promise<Response | undefined> => {
  const { route, params, url, locals, request } = event;
  const show = SHOWN.get(route.id);
  if (show === undefined || params.id === undefined || !mayBeKnown(request, url)) return undefined;
  // Where the order is not to be had, or leads elsewhere, its route says so.
  const data = await show({ params: { id: params.id }, url, locals }).catch(() => undefined);
  if (data === undefined) return undefined;
  locals.key = pageKey([route.id, locals.language.code, locals.accent, data], locals.own);
  return answerKnown(locals.key, locals.own);
};

/**
 * A choice of language is also kept, and one made in place wants a part of the page alone. In development
 * a known page would hide what was changed in its sources.
 */
const mayBeKnown = ({ method, headers }: Request, url: URL): boolean =>
  !dev &&
  method === 'GET' &&
  encodingOf(headers.get('accept-encoding') ?? '') === 'br' &&
  !headers.has(IN_PLACE) &&
  !url.searchParams.has(CHOSEN_LANGUAGE);
