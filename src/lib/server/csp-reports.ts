import { z } from 'zod';

const MAX_BODY_CHARACTERS = 16_384;
const MAX_REPORTS = 10;
const MAX_TEXT_LENGTH = 200;

/** What is worth knowing of a violation. Nothing in it tells an order, or what was typed. */
export interface CspReport {
  directive: string;
  blocked: string;
  sourceFile: string;
  line: number;
}

const text = z.string().catch('');
const line = z.number().catch(0);

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

/** The Reporting API's form. */
const list = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
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
      .slice(0, MAX_REPORTS)
      .map(({ body }) =>
        describe(body.effectiveDirective, body.blockedURL, body.sourceFile, body.lineNumber),
      ),
  );

/** The reports of a request; none where it is not one. Anybody can post here, so little is kept. */
export const readCspReports = async (request: Request): Promise<CspReport[]> => {
  const body = await request.text();
  if (body.length > MAX_BODY_CHARACTERS) return [];
  const parsed = z.union([single, list]).safeParse(parseJson(body));
  return parsed.success ? parsed.data : [];
};

const describe = (
  directive: string,
  blocked: string,
  sourceFile: string,
  lineNumber: number,
): CspReport => ({
  directive: plain(directive),
  blocked: plain(withoutOrder(blocked)),
  sourceFile: plain(withoutOrder(sourceFile)),
  line: lineNumber,
});

/** An order's address opens its payment: ids and queries do not belong into a log. */
const withoutOrder = (url: string): string =>
  url.replace(/[?#].*$/s, '').replaceAll(/\/pay\/[^/]+/g, '/pay/{id}');

const plain = (untrusted: string): string =>
  untrusted
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/\d{8,}/g, '#')
    .slice(0, MAX_TEXT_LENGTH);

const parseJson = (body: string): unknown => {
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    return undefined;
  }
};
