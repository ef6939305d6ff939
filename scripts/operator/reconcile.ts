import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readSettlement } from '#domain/settlement-file.ts';
import type { SettlementLine } from '#domain/settlement-line.ts';
import { optionName } from '#service/operator/command-options.ts';
import { done, failed, type Ending, type Ends } from '../command-line.ts';
import { askCommand, type ServiceAnswer } from './ask-service.ts';
import { shown } from './describe-result.ts';

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
  const created = await askCommand(
    'reconciliations create',
    { ...about, format: file.format.name },
    optionName,
  );
  if (!created.ok) return failed(created.message);
  const { reconciliation } = z.object({ reconciliation: z.string() }).parse(created.body);
  const refused = await sendAll(reconciliation, file.lines);
  if (refused !== undefined) return failed(refused);
  const found = await askCommand('reconciliations show', { reconciliation }, optionName);
  return ending(found, json === true);
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
    const answer = await askCommand(
      'reconciliations add',
      { reconciliation, lines: part },
      optionName,
    );
    if (!answer.ok) return answer.message;
  }
  return undefined;
}

const counts = z.object({ different: z.int(), missing_here: z.int(), missing_there: z.int() });

function ending(answer: ServiceAnswer, json: boolean): Ending {
  if (!answer.ok) return failed(answer.message);
  const { different, missing_here: here, missing_there: there } = counts.parse(answer.body);
  const text = shown(answer.body, json);
  return different + here + there === 0 ? done(text) : failed(text);
}
