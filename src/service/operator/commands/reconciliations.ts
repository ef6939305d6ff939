import { z } from 'zod';
import { descending } from '../../platform/cells/merge-pages.ts';
import { about, addLines, listFiles, openFile, showFile } from '../acquirer-files/reconcile.ts';
import { addLinesAcross, showFileAcross } from '../acquirer-files/reconcile-across.ts';
import {
  across,
  changes,
  foundOr,
  invalid,
  NOT_FOUND,
  reads,
  reasonGiven,
  withFile,
  type OperatorCommand,
  type OperatorCommands,
} from '../command.ts';
import { findTerminal } from '../find-terminal.ts';
import { judge, judgeBoth } from '../judge.ts';
import { lists } from '../lists.ts';
import { periodOf, wrongPeriod } from '../reports/period.ts';

const MAX_TEXT = 255;
const MOST_LINES = 5_000;
const MOST_LINE = 2_000_000_000;
/** As many lines as there may be, each with the longest reference. */
const LINES_LIMIT_BYTES = 2 * 1_024 * 1_024;
const day = z.iso.date({ error: 'must be a day like 2026-03-01' }).describe('DAY');

const line = z.object({
  line: z.int().min(1).max(MOST_LINE),
  reference: z.string().min(1).max(MAX_TEXT),
  /** In hundredths; what was paid out may be below zero. */
  amount_minor: z
    .string()
    .regex(/^-?\d{1,14}$/)
    .transform((text) => BigInt(text)),
  /** Some acquirers write it in lower case. */
  currency: z
    .string()
    .min(1)
    .max(MAX_TEXT)
    .transform((text) => text.trim().toUpperCase()),
});
const lines = z.array(line).min(1).max(MOST_LINES);
const added = z.strictObject({ reconciliation: z.uuid(), lines });
const shown = z.strictObject({
  reconciliation: z.uuid(),
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'must be the number of a line')
    .default('0')
    .describe('LINE'),
});

const reconciliationItem = z.object({
  id: z.uuid(),
  terminal: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  created_at: z.iso.datetime(),
});

type RunAcross = NonNullable<OperatorCommand['runAcross']>;

/** Of a terminal that all merchants share. */
const addAcross: RunAcross = async (given, askAll, call, { first }) => {
  const judged = judgeBoth(added, reasonGiven, given);
  if (!judged.ok) return judged;
  const { own, common } = judged.value;
  const { reconciliation: fileId, lines: sent } = own;
  const recorded = { ...call, reason: common.reason };
  return addLinesAcross({ first, askAll }, { fileId, lines: sent.map(asGiven) }, recorded);
};

const showAcross: RunAcross = async (given, askAll, _call, { first }) => {
  const judged = judge(shown, given);
  if (!judged.ok) return judged;
  const { reconciliation: fileId, after } = judged.value;
  return showFileAcross({ first, askAll }, { fileId, after: Number(after) });
};

/** An acquirer's settlement file beside our attempts; `reconcile` of the command line sends it. */
export const RECONCILIATION_COMMANDS: OperatorCommands = {
  'reconciliations create': changes(
    "Begin to match an acquirer's settlement file of whole days in UTC to a terminal's attempts.",
    { terminal: z.string().min(1).max(MAX_TEXT).describe('NAME|UUID'), from: day, to: day },
    async ({ terminal: reference, from, to }, context) => {
      const wrong = wrongPeriod(periodOf(from, to));
      if (wrong !== undefined) return invalid([wrong]);
      const terminal = await findTerminal(context.db, reference);
      if (terminal === undefined) return NOT_FOUND;
      const days = { first_day: from, last_day: to };
      const reconciliation = await openFile(context, { terminal_id: terminal.id, ...days });
      const subject = `acquirer file ${reconciliation}`;
      const changed = { subject, after: { terminal: terminal.name, ...days } };
      return { ok: true, result: { reconciliation }, changed };
    },
  ),
  'reconciliations add': withFile(
    across(
      changes(
        'Match lines of the file, at most 5,000 at once.',
        added.shape,
        async ({ reconciliation, lines: given }, context) => {
          const all = { lines: given.map(asGiven), given: given.length, missing: [] };
          return addLines(context, reconciliation, all);
        },
      ),
      addAcross,
    ),
    LINES_LIMIT_BYTES,
  ),
  'reconciliations list': lists(
    'List the files of a week that were matched, the latest first.',
    {},
    {
      item: reconciliationItem,
      key: z.uuid(),
      select: (_input, context, page) => listFiles(context, page),
      keyOf: ({ id }) => id,
      order: descending(
        ({ created_at: at }) => at,
        ({ id }) => id,
      ),
      // Of one file several cells may have lines.
      join: (one) => one,
      show: about,
    },
  ),
  'reconciliations show': across(
    reads(
      'Show what matched, what is different, and what is missing here or there: the first 200 of each.',
      shown.shape,
      async ({ reconciliation, after }, context) =>
        foundOr(await showFile(context, reconciliation, Number(after))),
    ),
    showAcross,
  ),
};

function asGiven({ amount_minor: amountMinor, ...rest }: z.output<typeof line>) {
  return { amountMinor, ...rest };
}
