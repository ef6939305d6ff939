import { z } from 'zod';
import { descending } from '../../platform/cells/merge-pages.ts';
import { type VerifiedAudit, selectAuditPage, verifyAudit } from '../audit/verify.ts';
import { gathered, type AskAll } from '../cells/across.ts';
import { isRefused, refusal, type OperatorAnswer, type Refused } from '../answer.ts';
import { across, reads, type Read, type OperatorCommands } from '../command.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { instant } from '../input.ts';
import { lists } from '../lists.ts';

const MAX_TEXT = 200;
const text = z.string().min(1).max(MAX_TEXT).optional();

const auditRow = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  role: z.string(),
  address: z.string().nullable(),
  command: z.string(),
  subject: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  reason: z.string().nullable(),
});

/** Hashes that `audit verify` printed or the log contains: one, or one for each cell. */
const verifyShape = {
  head: z
    .string()
    .regex(
      /^[0-9a-f]{64}(?: [0-9a-f]{64})*$/i,
      'must be one or more hashes that audit verify printed',
    )
    .max(100_000)
    .transform((hashes) => hashes.toLowerCase().split(' '))
    .default([])
    .describe('Hashes that audit verify printed before, separated by spaces.'),
};

/** Commands for the audit: who changed what, when, and why. */
export const AUDIT_COMMANDS: OperatorCommands = {
  'audit list': lists(
    'List changes, newest first.',
    { actor: text, command: text, subject: text, from: instant.optional(), to: instant.optional() },
    {
      item: auditRow,
      key: z.string().regex(/^\d{1,18}$/, 'must be a row number'),
      async select({ from, to, ...same }, context, { after, limit }) {
        const filter = {
          ...same,
          before: after === undefined ? undefined : BigInt(after),
          from: from === undefined ? undefined : new Date(from),
          to: to === undefined ? undefined : new Date(to),
        };
        const rows = await selectAuditPage(context.db, filter, limit);
        return rows.map(({ hash: _hash, cell: _cell, number, ...row }) => ({
          number: Number(number),
          ...row,
        }));
      },
      keyOf: ({ number }) => String(number),
      order: descending(
        ({ at }) => at,
        ({ number }) => number,
      ),
    },
  ),
  'audit verify': across(
    reads(
      'Verify that no row of the audit was changed or removed, and that it contains the head hashes noted earlier.',
      verifyShape,
      async ({ head }, context) => {
        const verified = await verifyIn(context, head);
        return isRefused(verified) ? verified : verifiedAnswer([verified], head, []);
      },
      z.object({
        rows: z.int(),
        last_hash: z.string(),
        not_found: z.array(z.string()).optional(),
        missing_cells: z.array(z.int()).optional(),
      }),
    ),
    async ({ own: { head } }: Read<z.output<z.ZodObject<typeof verifyShape>>>, askAll: AskAll) => {
      const asked = await askAll((context) => verifyIn(context, head), { takesMinutes: true });
      const parts = gathered<IntactAudit>(asked);
      if (!parts.ok) return parts;
      // Each cell has its own rows and hashes; cell 0's come first.
      return verifiedAnswer(
        parts.values.map(({ value }) => value),
        head,
        parts.missing,
      );
    },
  ),
};

type IntactAudit = Extract<VerifiedAudit, { ok: true }>;

async function verifyIn(
  context: ServiceContext,
  wanted: readonly string[],
): Promise<IntactAudit | Refused> {
  const verified = await verifyAudit(context, new Set(wanted));
  if (verified.ok) return verified;
  const { cell } = context.place;
  const audit = cell === 0 ? 'the audit' : `the audit of cell ${cell}`;
  return refusal(WRONG[verified.wrong](verified.number.toString(), audit));
}

const WRONG = {
  missing: (row, audit) => `Row ${row} of ${audit} is missing.`,
  changed: (row, audit) => `Row ${row} of ${audit} was changed.`,
  of_another_cell: (row, audit) => `Row ${row} of ${audit} belongs to another cell.`,
  cut_off: (row, audit) =>
    `The end of ${audit} was changed: rows after row ${row} were removed, or its head was changed.`,
} as const satisfies Record<
  Extract<VerifiedAudit, { ok: false }>['wrong'],
  (row: string, audit: string) => string
>;

interface Verified {
  rows: number;
  last_hash: string;
  not_found?: readonly string[];
  missing_cells?: readonly number[];
}

function verifiedAnswer(
  parts: readonly IntactAudit[],
  wanted: readonly string[],
  missing: readonly number[],
): OperatorAnswer<Verified> {
  const lost = wanted.filter((head) => !parts.some(({ heads }) => heads.has(head)));
  if (lost.length > 0 && missing.length === 0) return refusal(`${NOT_THERE} ${lost.join(' ')}`);
  return {
    ok: true,
    result: {
      rows: parts.reduce((sum, { rows }) => sum + Number(rows), 0),
      last_hash: parts.map(({ lastHash }) => lastHash).join(' '),
      ...(lost.length > 0 && { not_found: lost }),
      ...(missing.length > 0 && { missing_cells: missing }),
    },
  };
}

const NOT_THERE =
  'No row of the audit has this hash: rows were removed from its end, or the hash belongs to another audit.';
