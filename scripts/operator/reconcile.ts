import { InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import {
  LINE_KIND_NAMES,
  LINE_KIND_TITLES,
  LINE_KINDS,
  type LineKind,
  type SettlementLine,
} from '#domain/settlement-line.ts';
import { toVisible } from '#contract/visible-text.ts';
import { done, failed, type Ending, type Ends } from '../command-line.ts';
import { askService, type ServiceAnswer } from './ask-service.ts';
import { titleOf, PROFILES } from '#domain/settlement-profile.ts';
import { readSettlement, UnusableFile, USUAL_COLUMNS, type ReadLine } from './read-settlement.ts';

const DESCRIPTION = [
  "Matches an acquirer's settlement file with the attempts of a terminal in a period (days in UTC).",
  "The file is a CSV whose first line names its columns. Adyen's settlement details report, Stripe's itemised balance report and its balance history are recognised by that line. For any other file, options name its columns; naming one of them turns recognition off. Exits with 1 if a line differs from its attempt, or if anything is missing on either side.",
].join('\n\n');

interface Options {
  terminal: string;
  from: string;
  to: string;
  reference?: string;
  amount?: string;
  currency?: string;
  delimiter: string;
  json?: true;
}

const LINES_AT_ONCE = 2_000;

export function addReconcile(command: Command, ends: Ends): void {
  const delimiter = new Option('--delimiter <character>', 'what separates columns').default(',');
  command
    .description(DESCRIPTION)
    .argument('<file>', 'the settlement file')
    .requiredOption('--terminal <name>', 'the terminal that made the attempts')
    .requiredOption('--from <day>', 'the first day, such as 2026-03-01')
    .requiredOption('--to <day>', 'the last day')
    .option('--reference <column>', "the column with the acquirer's reference (else: reference)")
    .option('--amount <column>', 'the column with the amount (else: amount)')
    .option('--currency <column>', 'the column with the currency (else: currency)')
    .addOption(delimiter.argParser(oneCharacter))
    .option('--json', 'print the result as JSON')
    .action(ends((file: string, options: Options) => reconcile(file, options)));
}

function oneCharacter(text: string): string {
  if (text.length !== 1) throw new InvalidArgumentError('It must be one character.');
  return text;
}

async function reconcile(file: string, options: Options): Promise<Ending> {
  const { terminal, from, to, delimiter, json = false } = options;
  const { reference, amount, currency } = { ...USUAL_COLUMNS, ...options };
  const isNamed = Object.keys(USUAL_COLUMNS).some((column) => column in options);
  const columns = isNamed ? { reference, amount, currency } : undefined;
  const lines = readSettlement(file, columns, delimiter);
  try {
    return await match(lines, { terminal, from, to }, json);
  } catch (error) {
    if (error instanceof UnusableFile) return failed(error.message);
    throw error;
  }
}

/**
 * Matches the lines. Reads the first one before it creates the reconciliation, so that a file that cannot be read, or
 * has no lines, creates none.
 */
async function match(
  lines: AsyncGenerator<ReadLine, void>,
  about: { terminal: string; from: string; to: string },
  json: boolean,
): Promise<Ending> {
  const first = await lines.next();
  if (first.done === true) return failed('The file has no lines.');
  const created = await askService('reconciliations create', {
    ...about,
    profile: first.value.profile?.name,
  });
  if (!created.ok) return failed(created.message);
  const { reconciliation } = z.object({ reconciliation: z.string() }).parse(created.body);
  const refused = await sendAll(reconciliation, first.value.line, lines);
  if (refused !== undefined) return failed(refused);
  return ending(await askService('reconciliations show', { reconciliation }), json);
}

/** Sends all lines in batches. @returns the service's refusal, if any */
async function sendAll(
  reconciliation: string,
  first: SettlementLine,
  lines: AsyncIterable<ReadLine>,
): Promise<string | undefined> {
  const send = async (batch: readonly SettlementLine[]) => {
    const answer = await askService('reconciliations add', { reconciliation, lines: batch });
    return answer.ok ? undefined : answer.message;
  };
  let batch = [first];
  for await (const { line } of lines) {
    batch.push(line);
    if (batch.length < LINES_AT_ONCE) continue;
    const refused = await send(batch);
    if (refused !== undefined) return refused;
    batch = [];
  }
  return batch.length > 0 ? send(batch) : undefined;
}

const money = { amount: z.string(), currency: z.string() };
const summary = z.object({
  profile: z.enum(PROFILES).nullable().default(null),
  settled: z
    .array(
      z.object({
        kind: z.enum(LINE_KINDS),
        currency: z.string(),
        lines: z.number(),
        amount: z.string(),
        fees: z.string(),
        net: z.string(),
      }),
    )
    .default([]),
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

/** Returns the kind of a line, as a prefix; empty for an order. */
function named(kind: LineKind): string {
  return kind === 'order' ? '' : `${LINE_KIND_NAMES[kind].toLowerCase()} `;
}

/** Returns a line for each finding that is shown, and one with the counts. */
function described({ lines, missing, profile, settled, ...counts }: Summary): string {
  const { matched, different, missing_here: here, missing_there: there } = counts;
  return [
    ...(profile === null ? [] : [`Read as ${titleOf(profile)}.`]),
    ...settled.map(
      ({ kind, currency, lines: number, amount, fees, net }) =>
        `${LINE_KIND_TITLES[kind]}: ${number} of ${amount} ${currency} together, fees ${fees}, net ${net}`,
    ),
    ...lines.map(
      ({ line, verdict, kind, reference, amount, currency, order_id: order }) =>
        `Line ${line}: ${verdict.replace('_', ' ')}: ${named(kind)}${toVisible(reference)}, ${amount} ${currency}${
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
