/**
 * Answers as tests of other programs have them, with the members that matter: those that are missing there, are missing
 * here. Card data, tokens and prose are left out.
 */
import { ContradictionError } from '#service/acquirers/port.ts';

export interface PublishedAnswer {
  /** Where the answer is published. */
  source: string;
  status: number;
  /** Text is sent as a page. */
  body: object | string;
  /** The outcome, as `describeEnd` writes it. */
  ends: string;
}

/** A row of a table: what the answer is, the answer, and its outcome. The status is 200 unless it begins the row. */
export type AnswerRow =
  | readonly [what: string, body: object | string, ends: string]
  | readonly [what: string, status: number, body: object | string, ends: string];

export function answersFrom(source: string, rows: readonly AnswerRow[]): PublishedAnswer[] {
  return rows.map((row) => {
    const [what, status, body, ends] = row.length === 4 ? row : [row[0], 200, row[1], row[2]];
    return { source: `${source}: ${what}`, status, body, ends };
  });
}

interface Outcome {
  outcome: string;
  reason?: unknown;
  cause?: unknown;
  advice?: unknown;
  mayTryAnother?: unknown;
}

/**
 * Writes an outcome as one line: its name, then its reason or cause, and what else decides what happens next. `unknown`
 * means that the call failed without an outcome, so that a status inquiry follows.
 */
export async function describeEnd(call: Promise<Outcome | string> | undefined): Promise<string> {
  try {
    const ended = await call;
    if (typeof ended !== 'object') return ended ?? 'not_supported';
    const { outcome, reason, cause, advice, mayTryAnother } = ended;
    const words = [outcome, reason, cause, advice, mayTryAnother === true ? 'another' : undefined];
    return words.filter((word) => typeof word === 'string').join(' ');
  } catch (error) {
    return error instanceof ContradictionError ? 'contradiction' : 'unknown';
  }
}

/** Pages that servers between us and an acquirer send instead of its answers. They say nothing about the payment. */
export const PAGES: readonly AnswerRow[] = [
  ['a page with status 200', '<!DOCTYPE html><html><body>Maintenance</body></html>', 'unknown'],
  ['a login page', 200, '<html><form action="/login"></form></html>', 'unknown'],
  ['an empty answer', 200, '', 'unknown'],
  ['a cut answer', 200, '{"id":"1","status":"SUCC', 'unknown'],
  ['JSON with names that are not quoted', 200, '{\n foo : bar\n}', 'unknown'],
  ['JSON of another kind', 200, '"fail"', 'unknown'],
  ['a list', 200, '[]', 'unknown'],
  ['nothing', 200, 'null', 'unknown'],
  ['a timeout of a proxy', 408, '<html><h1>408 Request Time-out</h1></html>', 'unknown'],
  ['an internal error', 500, '<html><h1>500 Internal Server Error</h1></html>', 'unknown'],
  ['a bad gateway', 502, '<html><h1>502 Bad Gateway</h1></html>', 'unknown'],
  ['an unavailable service', 503, '<html><h1>503 Service Unavailable</h1></html>', 'unknown'],
  ['a gateway timeout', 504, '<html><h1>504 Gateway Time-out</h1></html>', 'unknown'],
  ['a lost origin', 520, '<html><title>520: unknown error</title></html>', 'unknown'],
  ['a silent origin', 524, '<html><title>524: A timeout occurred</title></html>', 'unknown'],
];
