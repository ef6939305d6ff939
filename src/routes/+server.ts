import { answerFrontDoor, DOCS_POLICY } from '$lib/server/docs/answer-page.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { RequestHandler } from './$types';

/** Serves the page at `/`. */
export const GET: RequestHandler = ({ request, locals }) => {
  const { isSandbox, hasService, branding } = pageConfig();
  locals.ownPolicy = DOCS_POLICY;
  const door = {
    isSandbox,
    hasDocs: hasService,
    consoleUrl: process.env['CONSOLE_URL'],
    name: branding.name,
    supportUrl: branding.supportUrl,
  };
  return answerFrontDoor(door, request.headers.get('accept-encoding') ?? '');
};
