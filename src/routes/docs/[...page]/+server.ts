import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { answerPage, DOCS_POLICY } from '$lib/server/docs/answer-page.ts';
import { pageConfig } from '$lib/server/page-config.ts';
import { noSuchPage } from '$lib/server/render-page.ts';

import type { RequestHandler } from './$types';

/**
 * Serves the documentation. If the page runs without a service, the deployment that answers the API serves it
 * instead.
 */
export const GET: RequestHandler = async (event) => {
  const { params, url, request, locals, getClientAddress } = event;
  if (!pageConfig().hasService) return noSuchPage(event);
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

/**
 * Returns the address at which merchants reach the service, with the path prefix, if any, that the page signs as
 * well.
 */
function serverUrl(origin: string): string {
  const { publicUrl = origin, orders } = pageConfig();
  return publicUrl + new URL(orders.baseUrl).pathname.replace(/\/$/, '');
}

/**
 * Tells whether the reader is on this machine. Both the host name and the client's address must be local: behind a
 * proxy, or under a name that merely resolves here, only one of them is.
 */
function isOnThisMachine(host: string | null, address: string): boolean {
  return (
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host ?? '') &&
    /^(?:127\.|::1$|::ffff:127\.)/.test(address)
  );
}

/** Returns the sandbox's file with keys, which are worthless outside it. */
async function sandboxKeys(): Promise<string | undefined> {
  const { isSandbox, dataDir } = pageConfig();
  if (!isSandbox) return undefined;
  return readFile(join(dataDir, 'sandbox.json'), 'utf8').catch(() => undefined);
}
