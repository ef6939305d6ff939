import { z } from 'zod';

import { findCardNumber } from '#domain/card/find-number.ts';

import { log } from '../log.ts';
import { clientOf } from './client-address.ts';
import { RateLimit } from './rate-limit.ts';
import { readBody } from './read-body.ts';

const MAX_REPORTS = 10;
const MAX_TEXT_LENGTH = 200;
const MAX_LINE = 1_000_000;
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

/** What is worth logging of a violation. Nothing in it names an order, or what was typed. */
export interface CspReport {
  directive: string;
  blocked: string;
  sourceFile: string;
  line: number;
}

/** Logs a line for each report of a request, within limits, and says how the request is to be answered. */
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

/** The older form, one report a request. */
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

/** The Reporting API's form: reports of every kind in one list. Violations are read. */
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
 * The reports that a body holds; undefined where it holds none. Anybody can post here, so only the
 * members above are logged, and only values that such a member can have.
 */
export function parseCspReports(body: Uint8Array): CspReport[] | undefined {
  const parsed = z.union([single, list]).safeParse(parseJson(body));
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
 * An address without secrets: an order's id opens its payment, a query or fragment can carry anything, and so
 * can a path. An address with a card number in it, however it is written, is replaced.
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

/** Nothing of an address lies after these; nor does a name and password before its host belong here. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/]*@/i, '$1');
}

/** A reader of the log can read escaped digits as well. */
function decoded(address: string): string {
  return address.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function parseJson(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return value;
  } catch {
    return undefined;
  }
}
