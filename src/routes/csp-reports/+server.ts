import { log } from '$lib/server/log.ts';
import { readCspReports } from '$lib/server/csp-reports.ts';

import type { RequestHandler } from './$types';

/** Browsers tell what the policy kept from happening. Each report is a line in the log. */
export const POST: RequestHandler = async ({ request }) => {
  for (const report of await readCspReports(request)) log.warn(report, 'content security policy');
  return new Response(null, { status: 204 });
};
