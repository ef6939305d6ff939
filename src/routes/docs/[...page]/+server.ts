import { error } from '@sveltejs/kit';

import { answerPage, DOCS_POLICY } from '$lib/server/docs/answer-page.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { RequestHandler } from './$types';

/** Where a page runs alone, the interface that this describes is answered elsewhere, and so is this. */
export const GET: RequestHandler = ({ params, url, request, locals }) => {
  if (!pageConfig().hasService) error(404, { message: 'No service here', state: 'notFound' });
  locals.ownPolicy = DOCS_POLICY;
  return answerPage({
    name: params.page,
    code: url.searchParams.get('code'),
    acceptEncoding: request.headers.get('accept-encoding') ?? '',
    serverUrl: serverUrl(url.origin),
  });
};

/** Where merchants reach the service: under the prefix, if any, that the page itself signs as well. */
function serverUrl(origin: string): string {
  const { publicUrl = origin, orders } = pageConfig();
  return publicUrl + new URL(orders.baseUrl).pathname.replace(/\/$/, '');
}
