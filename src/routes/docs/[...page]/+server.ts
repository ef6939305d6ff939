import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { error } from '@sveltejs/kit';

import { answerPage, DOCS_POLICY } from '$lib/server/docs/answer-page.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { RequestHandler } from './$types';

/** Where a page runs alone, the interface that this describes is answered elsewhere, and so is this. */
export const GET: RequestHandler = async ({ params, url, request, locals, getClientAddress }) => {
  if (!pageConfig().hasService) error(404, { message: 'No service here', state: 'notFound' });
  locals.ownPolicy = DOCS_POLICY;
  return answerPage({
    name: params.page,
    code: url.searchParams.get('code'),
    query: url.searchParams.get('q') ?? '',
    keys: isOnThisMachine(request.headers.get('host'), getClientAddress())
      ? await sandboxKeys()
      : undefined,
    acceptEncoding: request.headers.get('accept-encoding') ?? '',
    serverUrl: serverUrl(url.origin),
  });
};

/** Where merchants reach the service: under the prefix, if any, that the page itself signs as well. */
function serverUrl(origin: string): string {
  const { publicUrl = origin, orders } = pageConfig();
  return publicUrl + new URL(orders.baseUrl).pathname.replace(/\/$/, '');
}

/** By its own name, from an address of its own: neither a proxy nor a name that leads here is enough. */
function isOnThisMachine(host: string | null, address: string): boolean {
  return (
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host ?? '') &&
    /^(?:127\.|::1$|::ffff:127\.)/.test(address)
  );
}

/** As the sandbox wrote them; they are worth nothing outside it. */
async function sandboxKeys(): Promise<string | undefined> {
  const { isSandbox, dataDir } = pageConfig();
  if (!isSandbox) return undefined;
  return readFile(join(dataDir, 'sandbox.json'), 'utf8').catch(() => undefined);
}
