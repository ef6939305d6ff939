import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { SettlementLine } from '#domain/settlement-line.ts';
import { asksForHelp, CALLED, done, failed, wrongUsage, type Ending } from '../command-line.ts';
import { askService, type ServiceAnswer } from './ask-service.ts';
import { readSettlement, UnusableFile } from './read-settlement.ts';

const USAGE = `${CALLED.operator} reconcile --terminal NAME --file FILE --from DAY --to DAY [--json]
  [--reference COLUMN] [--amount COLUMN] [--currency COLUMN] [--delimiter ,]

Matches an acquirer's settlement file, a CSV with a line of column names, to the attempts that its terminal
made on these days (in UTC). Ends with 1 where anything is different, missing here or there, or not known
because a cell does not answer.`;

const OPTIONS = {
  terminal: { type: 'string' },
  file: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  reference: { type: 'string', default: 'reference' },
  amount: { type: 'string', default: 'amount' },
  currency: { type: 'string', default: 'currency' },
  delimiter: { type: 'string', default: ',' },
  json: { type: 'boolean', default: false },
} as const;

const LINES_AT_ONCE = 2_000;

export async function reconcile(args: readonly string[]): Promise<Ending> {
  if (asksForHelp(args)) return done(USAGE);
  const options = optionsIn(args);
  if (options === undefined) return wrongUsage(USAGE);
  const { terminal, file, from, to, reference, amount, currency, delimiter, json } = options;
  if (!terminal || !file || !from || !to || delimiter.length !== 1) return wrongUsage(USAGE);
  const lines = readSettlement(file, { reference, amount, currency }, delimiter);
  try {
    return await match(lines, { terminal, from, to }, json);
  } catch (error) {
    if (error instanceof UnusableFile) return failed(error.message);
    throw error;
  }
}
/** A file that cannot be read, or has no lines, begins nothing. */
async function match(
  lines: AsyncGenerator<SettlementLine, void>,
  about: { terminal: string; from: string; to: string },
  json: boolean,
): Promise<Ending> {
  const first = await lines.next();
  if (first.done === true) return failed('The file has no lines.');
  const created = await askService('reconciliations create', about);
  if (!created.ok) return failed(created.said);
  const { reconciliation } = z.object({ reconciliation: z.string() }).parse(created.body);
  const refused = await sendAll(reconciliation, first.value, lines);
  if (refused !== undefined) return failed(refused);
  return ending(await askService('reconciliations show', { reconciliation }), json);
}

function optionsIn(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch {
    return undefined;
  }
}

/** @returns what the service says against it, if anything */
async function sendAll(
  reconciliation: string,
  first: SettlementLine,
  lines: AsyncIterable<SettlementLine>,
): Promise<string | undefined> {
  const send = async (batch: readonly SettlementLine[]) => {
    const answer = await askService('reconciliations add', { reconciliation, lines: batch });
    return answer.ok ? undefined : answer.said;
  };
  let batch = [first];
  for await (const line of lines) {
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
  matched: z.number(),
  different: z.number(),
  missing_here: z.number(),
  missing_there: z.number(),
  unknown: z.number(),
  missing_cells: z.array(z.number()).default([]),
  lines: z.array(
    z.object({
      ...money,
      line: z.number(),
      verdict: z.string(),
      reference: z.string(),
      order_id: z.string().nullable(),
    }),
  ),
  missing: z.array(
    z.object({ ...money, order_id: z.string(), provider_reference: z.string().nullable() }),
  ),
});
type Summary = z.output<typeof summary>;

function ending(answer: ServiceAnswer, json: boolean): Ending {
  if (!answer.ok) return failed(answer.said);
  const parsed = summary.parse(answer.body);
  const text = json ? JSON.stringify(answer.body, null, 2) : described(parsed);
  const { different, missing_here: here, missing_there: there, missing_cells: cells } = parsed;
  return different + here + there + cells.length === 0 ? done(text) : failed(text);
}

/** A line for each finding that is shown, and one that counts them all. */
function described({ lines, missing, ...counts }: Summary): string {
  const { matched, different, missing_here: here, missing_there: there, missing_cells } = counts;
  return [
    ...lines.map(
      ({ line, verdict, reference, amount, currency, order_id: order }) =>
        `Line ${line}: ${verdict.replace('_', ' ')}: ${reference}, ${amount} ${currency}${
          order === null ? '' : `, order ${order}`
        }`,
    ),
    ...missing.map(
      ({ order_id: order, provider_reference: reference, amount, currency }) =>
        `Missing there: ${reference ?? 'no reference'}, ${amount} ${currency}, order ${order}`,
    ),
    `${matched} matched, ${different} different, ${here} missing here, ${there} missing there.`,
    ...(missing_cells.length === 0
      ? []
      : [`${counts.unknown} not known: cells do not answer (${missing_cells.join(', ')}).`]),
  ].join('\n');
}
