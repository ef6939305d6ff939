import type { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readSettlement } from '#domain/settlement-file.ts';
import { done, failed, type Ending, type Ends } from '../command-line.ts';
import { askCommand } from './ask-service.ts';
import { shown } from './describe-result.ts';
import { readGivenFile } from './read-file.ts';

const SUMMARY = "Match an acquirer's settlement file with our attempts.";
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

/** Declares the command that exists only here: it sends a file in parts. */
export function addReconcile(command: Command, ends: Ends): void {
  command
    .summary(SUMMARY)
    .description(DESCRIPTION)
    .argument('<file>', 'the settlement file')
    .requiredOption('--terminal <name>', 'the terminal that made the attempts')
    .requiredOption('--from <day>', 'the first day, such as 2026-03-01')
    .requiredOption('--to <day>', 'the last day')
    .option('--json', 'print the result as JSON')
    .action(ends(reconcile));
}

const created = z.object({ reconciliation: z.string() });
const counts = z.object({ different: z.int(), missing_here: z.int(), missing_there: z.int() });

/** Matches a file. Reads it whole before it creates the reconciliation, so that a wrong line leaves nothing behind. */
async function reconcile(path: string, { json, ...about }: Options): Promise<Ending> {
  const file = readSettlement(await readGivenFile(path), { parse, mostLines: MOST_LINES });
  if (!file.ok) return failed(file.problem);
  const input = { ...about, format: file.format.name };
  const { reconciliation } = created.parse(await askCommand('reconciliations create', input));
  for (let sent = 0; sent < file.lines.length; sent += LINES_AT_ONCE) {
    const lines = file.lines.slice(sent, sent + LINES_AT_ONCE);
    await askCommand('reconciliations add', { reconciliation, lines });
  }
  const body = await askCommand('reconciliations show', { reconciliation });
  const { different, missing_here: here, missing_there: there } = counts.parse(body);
  const text = shown(body, json === true);
  return different + here + there === 0 ? done(text) : failed(text);
}
