import { LINE_KINDS } from '#domain/settlement-line.ts';
import { FORMATS } from '#domain/settlement-formats.ts';
import { z } from 'zod';
import {
  describeFile,
  addLines,
  listFiles,
  openFile,
  showFile,
} from '../acquirer-files/reconcile.ts';
import { MISSING_KINDS } from '../acquirer-files/store.ts';
import { foundOr, NOT_FOUND } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { findTerminal } from '../../merchants/queries.ts';
import { whole } from '../input.ts';
import { list } from '../lists.ts';
import { periodOf, wrongDays } from '../reports/period.ts';

const MAX_TEXT = 255;
const MOST_LINES = 5_000;
const MOST_LINE = 2_000_000_000;
/** The body limit of `reconciliations add`: the most lines, each with the longest reference. */
const LINES_LIMIT_BYTES = 2 * 1_024 * 1_024;
const day = z.iso.date({ error: 'must be a day like 2026-03-01' }).describe('In UTC.');

/** An amount in hundredths, negative for what leaves us. */
const minor = z
  .string()
  .regex(/^-?\d{1,14}$/)
  .transform((text) => BigInt(text));
/** A currency code. Some acquirers write it in lower case. */
const currency = z
  .string()
  .min(1)
  .max(MAX_TEXT)
  .transform((text) => text.trim().toUpperCase());

const line = z.object({
  line: z.int().min(1).max(MOST_LINE),
  kind: z.enum(LINE_KINDS),
  reference: z.string().min(1).max(MAX_TEXT),
  amount_minor: minor,
  currency,
  net: z.object({ amount_minor: minor, fee_minor: minor, currency }),
});
const lines = z.array(line).min(1).max(MOST_LINES);

const reconciliationItem = z.object({
  id: z.uuid(),
  terminal: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  format: z.enum(FORMATS).describe('The format of the file.'),
  created_at: z.iso.datetime(),
});

const counted = z.object({ lines: z.int().describe('Number of lines received.') });
const findings = reconciliationItem.extend({
  matched: z.int(),
  different: z.int(),
  missing_here: z.int(),
  missing_there: z.int(),
  settled: z
    .array(
      z.object({
        kind: z.enum(LINE_KINDS),
        currency: z.string(),
        lines: z.int(),
        amount: z.string(),
        fees: z.string(),
        net: z.string(),
      }),
    )
    .describe('Totals of its lines.'),
  lines: z.array(
    z.object({
      line: z.int(),
      verdict: z.enum(['different', 'missing_here']),
      kind: z.enum(LINE_KINDS),
      reference: z.string(),
      amount: z.string(),
      currency: z.string(),
      order_id: z.uuid().nullable(),
      order_amount: z.string().nullable(),
      order_currency: z.string().nullable(),
    }),
  ),
  missing: z.array(
    z.object({
      kind: z.enum(MISSING_KINDS),
      order_id: z.uuid(),
      attempt_id: z.uuid(),
      provider_reference: z.string().nullable(),
      amount: z.string(),
      currency: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
});

/** Commands that match an acquirer's settlement file with our attempts; the command line's `reconcile` uses them. */
export const RECONCILIATION_COMMANDS = {
  'reconciliations create': change({
    summary:
      "Start matching an acquirer's settlement file for whole days (UTC) with a terminal's attempts.",
    roles: ['finance', 'admin'],
    input: {
      terminal: z.string().min(1).max(MAX_TEXT).describe('Its name or id.'),
      from: day,
      to: day,
      format: z.enum(FORMATS).describe('The format of the file.'),
    },
    answer: z.object({ reconciliation: z.uuid() }),
    run: async ({ terminal: reference, from, to, format }, context) => {
      const wrong = wrongDays(periodOf(from, to));
      if (wrong !== undefined) return wrong;
      const terminal = await findTerminal(context.db, reference);
      if (terminal === undefined) return NOT_FOUND;
      const days = { first_day: from, last_day: to };
      const given = { terminal_id: terminal.id, ...days, format };
      const reconciliation = await openFile(context, given);
      const subject = `acquirer file ${reconciliation}`;
      const changed = { subject, after: { terminal: terminal.name, ...days, format } };
      return { ok: true, result: { reconciliation }, changed };
    },
  }),
  'reconciliations add': change({
    summary: 'Match lines of the file, at most 5,000 at once.',
    roles: ['finance', 'admin'],
    bodyLimitBytes: LINES_LIMIT_BYTES,
    input: { reconciliation: z.uuid(), lines },
    answer: counted,
    run: async ({ reconciliation, lines: given }, context) =>
      addLines(context, reconciliation, given.map(asGiven)),
  }),
  'reconciliations list': list({
    summary: 'List the files matched in the last week, newest first.',
    roles: ['finance', 'admin'],
    input: {},
    item: reconciliationItem,
    key: z.uuid(),
    select: async (_input, context, page) => (await listFiles(context, page)).map(describeFile),
    keyOf: ({ id }) => id,
  }),
  'reconciliations show': query({
    summary:
      'Show what matched, what differs, and what is missing on either side: the first 200 of each.',
    roles: ['finance', 'admin'],
    input: {
      reconciliation: z.uuid(),
      after: whole
        .default(0)
        .describe('Where to continue: the number of the last line of the previous answer.'),
    },
    answer: findings,
    run: async ({ reconciliation, after }, context) =>
      foundOr(await showFile(context, reconciliation, after)),
  }),
} satisfies OperatorCommands;

function asGiven({ amount_minor: amountMinor, net, ...rest }: z.output<typeof line>) {
  return { amountMinor, net, ...rest };
}
