import { z } from 'zod';

import { readJson } from '#contract/json/json.ts';
import { findCardNumber } from '#domain/card/find-number.ts';

import { log } from '../log.ts';
import { clientOf } from './client-address.ts';
import { RateLimit } from './rate-limit.ts';
import { readBody } from './read-body.ts';

const MAX_REPORTS = 10;
const MAX_TEXT_LENGTH = 200;
const MAX_LINE = 1_000_000;
const LIMIT_BYTES = 16_384;
/** Requests per minute from one address. A page that violates a policy does so a few times at once. */
const REQUESTS_PER_MINUTE_OF_AN_ADDRESS = 20;
/** Log lines per minute for all addresses together, so that reports cannot flood the log. */
const LINES_PER_MINUTE = 60;

const CONTENT_TYPES: readonly string[] = [
  'application/csp-report',
  'application/reports+json',
  'application/json',
];

const ofAnAddress = new RateLimit(REQUESTS_PER_MINUTE_OF_AN_ADDRESS);
const ofAll = new RateLimit(LINES_PER_MINUTE);

type Status = 204 | 400 | 413 | 415 | 429;

/** The part of a violation that is logged. It identifies no order, and contains nothing that was typed. */
export interface CspReport {
  directive: string;
  blocked: string;
  sourceFile: string;
  line: number;
}

/** Logs a line for each report of a request, within limits, and returns the status of the answer. */
export async function takeCspReports(request: Request, nowMs: number): Promise<Status> {
  if (!ofAnAddress.take(clientOf(request).network, nowMs).ok) return 429;
  const contentType = request.headers.get('content-type')?.split(';', 1)[0] ?? '';
  if (!CONTENT_TYPES.includes(contentType.trim().toLowerCase())) return 415;
  const body = await readBody(request, LIMIT_BYTES);
  if (!body.ok) return body.reason === 'too-large' ? 413 : 400;
  const reports = parseCspReports(body.bytes);
  if (reports === undefined) return 400;
  return reports.every((report) => logReport(report, nowMs)) ? 204 : 429;
}

function logReport(report: CspReport, nowMs: number): boolean {
  const taken = ofAll.take('all', nowMs);
  if (taken.ok) log.warn(report, 'content security policy');
  else if (taken.isFirst) log.warn('more reports of the content security policy than are logged');
  return taken.ok;
}

const text = z.string().catch('');
const line = z.int().min(0).max(MAX_LINE).catch(0);

/** The older format, with one report per request. */
const single = z
  .object({
    'csp-report': z.object({
      'effective-directive': text,
      'blocked-uri': text,
      'source-file': text,
      'line-number': line,
    }),
  })
  .transform(({ 'csp-report': report }) => [
    describe(
      report['effective-directive'],
      report['blocked-uri'],
      report['source-file'],
      report['line-number'],
    ),
  ]);

/** The Reporting API's format: a list of reports of every kind, of which violations are read. */
const list = z
  .array(
    z.object({
      type: z.string(),
      body: z.object({
        effectiveDirective: text,
        blockedURL: text,
        sourceFile: text,
        lineNumber: line,
      }),
    }),
  )
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .slice(0, MAX_REPORTS)
      .map(({ body }) =>
        describe(body.effectiveDirective, body.blockedURL, body.sourceFile, body.lineNumber),
      ),
  );

/**
 * Returns the reports in a body; undefined if it is invalid. Anybody can post here, so only these members are logged,
 * and only values that they can legitimately have.
 */
export function parseCspReports(body: Uint8Array): CspReport[] | undefined {
  const parsed = z.union([single, list]).safeParse(readJson(body));
  return parsed.success ? parsed.data : undefined;
}

function describe(
  directive: string,
  blocked: string,
  sourceFile: string,
  lineNumber: number,
): CspReport {
  return {
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : '',
    blocked: plain(blocked),
    sourceFile: plain(sourceFile),
    line: lineNumber,
  };
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * Removes secrets from a URL: an order's id opens its payment, and path, query and fragment can contain anything. If
 * the URL contains a card number, however it is written, returns a placeholder instead.
 */
function plain(untrusted: string): string {
  const address = withoutQuery(untrusted)
    .replaceAll(/\/pay\/[^/]+/g, '/pay/{id}')
    .replaceAll(ID, '{id}');
  if (findCardNumber(decoded(address)) !== undefined) return CARD_NUMBER;
  return address
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/\d{8,}/g, '#')
    .slice(0, MAX_TEXT_LENGTH);
}

const CARD_NUMBER = '[a card number]';

/** Removes query and fragment, and the name and password before the host. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/]*@/i, '$1');
}

/** Decodes escaped ASCII, because readers of the log could do the same. */
function decoded(address: string): string {
  return address.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
