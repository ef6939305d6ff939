import { clientOf } from './client-address.ts';
import { parseCspReports, type CspReport } from './csp-reports.ts';
import { log } from '../log.ts';
import { RateLimit } from './rate-limit.ts';
import { readBody } from './read-body.ts';

const LIMIT_BYTES = 16_384;
/** Browsers of one address; a page that breaks a policy breaks it a few times at once. */
const REQUESTS_PER_MINUTE_OF_AN_ADDRESS = 20;
/** Lines of all addresses together: what the log can be filled with in a minute, and no more. */
const LINES_PER_MINUTE = 60;

const CONTENT_TYPES: readonly string[] = [
  'application/csp-report',
  'application/reports+json',
  'application/json',
];

const ofAnAddress = new RateLimit(REQUESTS_PER_MINUTE_OF_AN_ADDRESS);
const ofAll = new RateLimit(LINES_PER_MINUTE);

type Status = 204 | 400 | 413 | 415 | 429;

/** Logs a line for each report of a request, within limits, and says how the request is to be answered. */
export const takeCspReports = async (request: Request, nowMs: number): Promise<Status> => {
  if (!ofAnAddress.take(clientOf(request).network, nowMs).ok) return 429;
  const contentType = request.headers.get('content-type')?.split(';', 1)[0] ?? '';
  if (!CONTENT_TYPES.includes(contentType.trim().toLowerCase())) return 415;
  const body = await readBody(request, LIMIT_BYTES);
  if (!body.ok) return body.reason === 'too-large' ? 413 : 400;
  const reports = parseCspReports(body.bytes);
  if (reports === undefined) return 400;
  return reports.every((report) => logReport(report, nowMs)) ? 204 : 429;
};

const logReport = (report: CspReport, nowMs: number): boolean => {
  const taken = ofAll.take('all', nowMs);
  if (taken.ok) log.warn(report, 'content security policy');
  else if (taken.isFirst) log.warn('more reports of the content security policy than are logged');
  return taken.ok;
};
