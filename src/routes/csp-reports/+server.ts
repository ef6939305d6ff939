import { takeCspReports } from '$lib/server/security/take-csp-reports.ts';

import type { RequestHandler } from './$types';

/** Browsers tell what the policy kept from happening. Each report is a line in the log. */
export const POST: RequestHandler = async ({ request }) =>
  new Response(null, { status: await takeCspReports(request, performance.now()) });
