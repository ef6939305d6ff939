import { takeCspReports } from '$lib/server/security/csp-reports.ts';

import type { RequestHandler } from './$types';

/** Browsers report what the policy blocked. Each report is a line in the log. */
export const POST: RequestHandler = async ({ request }) =>
  new Response(null, { status: await takeCspReports(request, performance.now()) });
