import { takeCspReports } from '$lib/server/security/csp-reports.ts';

import type { RequestHandler } from './$types';

/** Receives browsers' reports of policy violations, and logs each as a line. */
export const POST: RequestHandler = async ({ request }) =>
  new Response(null, { status: await takeCspReports(request, performance.now()) });
