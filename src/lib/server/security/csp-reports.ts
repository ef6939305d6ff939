import { z } from 'zod';

import { findCardNumber } from '#domain/card/find-number.ts';

const MAX_REPORTS = 10;
const MAX_TEXT_LENGTH = 200;
const MAX_LINE = 1_000_000;

/** What is worth knowing of a violation. Nothing in it tells an order, or what was typed. */
export interface CspReport {
  directive: string;
  blocked: string;
  sourceFile: string;
  line: number;
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

/** The Reporting API's form: reports of every kind in one list, of which violations are ours. */
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
 * The reports that a body holds; undefined where it holds none. Anybody can post here, so of a report
 * only the members above are kept, and of each only what it can rightly say.
 */
export const parseCspReports = (body: Uint8Array): CspReport[] | undefined => {
  const parsed = z.union([single, list]).safeParse(parseJson(body));
  return parsed.success ? parsed.data : undefined;
};

const describe = (
  directive: string,
  blocked: string,
  sourceFile: string,
  lineNumber: number,
): CspReport => ({
  directive: /^[a-z-]{1,40}$/.test(directive) ? directive : '',
  blocked: plain(blocked),
  sourceFile: plain(sourceFile),
  line: lineNumber,
});

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * An address without what it may give away: an order's id opens its payment, a query or fragment can
 * carry anything, and so can a path; one with a card number in it, however spelled, is not kept.
 */
const plain = (untrusted: string): string => {
  const address = withoutQuery(untrusted)
    .replaceAll(/\/pay\/[^/]+/g, '/pay/{id}')
    .replaceAll(ID, '{id}');
  if (findCardNumber(decoded(address)) !== undefined) return CARD_NUMBER;
  return address
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/\d{8,}/g, '#')
    .slice(0, MAX_TEXT_LENGTH);
};

const CARD_NUMBER = '[a card number]';

/** Nothing of an address lies after these; nor does a name and password before its host belong here. */
const withoutQuery = (address: string): string =>
  address.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/]*@/i, '$1');

/** Escaped digits are digits to whoever reads the log. */
const decoded = (address: string): string =>
  address.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

const parseJson = (body: Uint8Array): unknown => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return value;
  } catch {
    return undefined;
  }
};
