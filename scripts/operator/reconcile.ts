import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readSettlement } from '#domain/settlement-file.ts';
import { FORMATS, titleOf } from '#domain/settlement-formats.ts';
import {
  LINE_KIND_NAMES,
  LINE_KIND_TITLES,
  LINE_KINDS,
  type SettlementLine,
} from '#domain/settlement-line.ts';
import { toVisible } from '#contract/visible-text.ts';
import { done, failed, type Ending, type Ends } from '../command-line.ts';
import { askService, type ServiceAnswer } from './ask-service.ts';

const DESCRIPTION = [
  "Matches an acquirer's settlement file with the attempts of a terminal in a period (days in UTC).",
  "The file is a CSV in UTF-8 whose first line names its columns: Adyen's settlement details report, Stripe's itemised balance report or its balance history; for any other acquirer the columns reference, kind, currency, amount. Exits with 1 if a line differs from its attempt, or if anything is missing on either side.",
].join('\n\n');

interface Options {
  terminal: string;
  from: string;
  to: string;
  json?: true;
}

const LINES_AT_ONCE = 2_000;
const MOST_LINES = 1_000_000;

export function addReconcile(command: Command, ends: Ends): void {
  command
    .description(DESCRIPTION)
    .argument('<file>', 'the settlement file')
    .requiredOption('--terminal <name>', 'the terminal that made the attempts')
    .requiredOption('--from <day>', 'the first day, such as 2026-03-01')
    .requiredOption('--to <day>', 'the last day')
    .option('--json', 'print the result as JSON')
    .action(ends((file: string, options: Options) => reconcile(file, options)));
}

/** Matches a file. Reads it whole before it creates the reconciliation, so that a wrong line leaves nothing behind. */
async function reconcile(path: string, { json, ...about }: Options): Promise<Ending> {
  const bytes = await readFile(path).catch(codeOf);
  if (bytes === 'ENOENT') return failed(`There is no file ${path}.`);
  if (typeof bytes === 'string') return failed(`${path} cannot be read (${bytes}).`);
  const file = readSettlement(bytes, { parse, mostLines: MOST_LINES });
  if (!file.ok) return failed(file.problem);
  const created = await askService('reconciliations create', {
    ...about,
    format: file.format.name,
  });
  if (!created.ok) return failed(created.message);
  const { reconciliation } = z.object({ reconciliation: z.string() }).parse(created.body);
  const refused = await sendAll(reconciliation, file.lines);
  if (refused !== undefined) return failed(refused);
  return ending(await askService('reconciliations show', { reconciliation }), json === true);
}

/** @returns the code of a file's error */
function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  throw error;
}

/** Sends all lines in batches. @returns the service's refusal, if any */
async function sendAll(
  reconciliation: string,
  lines: readonly SettlementLine[],
): Promise<string | undefined> {
  for (let sent = 0; sent < lines.length; sent += LINES_AT_ONCE) {
    const part = lines.slice(sent, sent + LINES_AT_ONCE);
    const answer = await askService('reconciliations add', { reconciliation, lines: part });
    if (!answer.ok) return answer.message;
  }
  return undefined;
}

const money = { amount: z.string(), currency: z.string() };
const summary = z.object({
  format: z.enum(FORMATS),
  settled: z.array(
    z.object({
      kind: z.enum(LINE_KINDS),
      currency: z.string(),
      lines: z.number(),
      amount: z.string(),
      fees: z.string(),
      net: z.string(),
    }),
  ),
  matched: z.number(),
  different: z.number(),
  missing_here: z.number(),
  missing_there: z.number(),
  lines: z.array(
    z.object({
      ...money,
      line: z.number(),
      verdict: z.string(),
      kind: z.enum(LINE_KINDS),
      reference: z.string(),
      order_id: z.string().nullable(),
    }),
  ),
  missing: z.array(
    z.object({
      ...money,
      kind: z.string(),
      order_id: z.string(),
      provider_reference: z.string().nullable(),
    }),
  ),
});
type Summary = z.output<typeof summary>;

function ending(answer: ServiceAnswer, json: boolean): Ending {
  if (!answer.ok) return failed(answer.message);
  const parsed = summary.parse(answer.body);
  const text = json ? JSON.stringify(answer.body, null, 2) : described(parsed);
  const { different, missing_here: here, missing_there: there } = parsed;
  return different + here + there === 0 ? done(text) : failed(text);
}

/** Returns a line for each finding that is shown, and one with the counts. */
function described({ lines, missing, format, settled, ...counts }: Summary): string {
  const { matched, different, missing_here: here, missing_there: there } = counts;
  return [
    `Read as ${titleOf(format)}.`,
    ...settled.map(
      ({ kind, currency, lines: number, amount, fees, net }) =>
        `${LINE_KIND_TITLES[kind]}: ${number} of ${amount} ${currency} together, fees ${fees}, net ${net}`,
    ),
    ...lines.map(
      ({ line, verdict, kind, reference, amount, currency, order_id: order }) =>
        `Line ${line}: ${verdict.replace('_', ' ')}: ${LINE_KIND_NAMES[kind].toLowerCase()} ${toVisible(reference)}, ${amount} ${currency}${
          order === null ? '' : `, order ${order}`
        }`,
    ),
    ...missing.map(
      ({ kind, order_id: order, provider_reference: reference, amount, currency }) =>
        `Missing there: ${kind} ${toVisible(reference ?? 'no reference')}, ${amount} ${currency}, order ${order}`,
    ),
    `${matched} matched, ${different} different, ${here} missing here, ${there} missing there.`,
  ].join('\n');
}
