import { z } from 'zod';
import {
  type VerifiedAudit,
  type WrongRow,
  selectAuditPage,
  verifyAudit,
} from '../audit/verify.ts';
import { refusal } from '../answer.ts';
import { query, type OperatorCommands } from '../command.ts';
import { instant } from '../input.ts';
import { list } from '../lists.ts';

const MAX_TEXT = 200;
const MAX_HEADS = 100_000;
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

/** Commands for the audit: who changed what, when, and why. */
export const AUDIT_COMMANDS = {
  'audit list': list({
    summary: 'List changes, newest first.',
    roles: ['finance', 'admin'],
    input: {
      actor: text,
      command: text,
      subject: text,
      from: instant.optional(),
      to: instant.optional(),
    },
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
      return rows.map(({ number, ...row }) => ({ number: Number(number), ...row }));
    },
    keyOf: ({ number }) => String(number),
  }),
  'audit verify': query({
    summary:
      "Verify that no row of the audit was changed or removed, that it contains the head hashes noted earlier, and that API keys, terminals and merchants' webhook addresses are as it left them.",
    roles: ['finance', 'admin'],
    input: {
      head: z
        .string()
        .regex(
          /^[0-9a-f]{64}(?: [0-9a-f]{64})*$/i,
          'must be one or more hashes that audit verify printed',
        )
        .max(MAX_HEADS)
        .transform((hashes) => hashes.toLowerCase().split(' '))
        .default([])
        .describe('Hashes that audit verify printed before, separated by spaces.'),
    },
    answer: z.object({ rows: z.int(), last_hash: z.string() }),
    run: async ({ head: wanted }, context) => {
      const verified = await verifyAudit(context, new Set(wanted));
      if (!verified.ok) {
        return refusal(
          verified.wrong === 'rows'
            ? verified.rows.map(({ row, wrong }) => WRONG_ROW[wrong](row)).join('\n')
            : WRONG[verified.wrong](verified.number.toString()),
        );
      }
      const lost = wanted.filter((hash) => !verified.heads.has(hash));
      if (lost.length > 0) return refusal(`${NOT_THERE} ${lost.join(' ')}`);
      return { ok: true, result: { rows: Number(verified.rows), last_hash: verified.lastHash } };
    },
  }),
} satisfies OperatorCommands;

const WRONG = {
  missing: (row) => `Row ${row} of the audit is missing.`,
  changed: (row) => `Row ${row} of the audit was changed.`,
  cut_off: (row) =>
    `The end of the audit was changed: rows after row ${row} were removed, or its head was changed.`,
} as const satisfies Record<
  Exclude<Extract<VerifiedAudit, { ok: false }>['wrong'], 'rows'>,
  (row: string) => string
>;

const WRONG_ROW = {
  changed: (row) => `The row ${row} was changed in the database, not by this service.`,
  older: (row) =>
    `The row ${row} is older than the newest row of the audit about it: it was copied back from before.`,
  missing: (row) => `The row ${row} was removed.`,
} as const satisfies Record<WrongRow['wrong'], (row: string) => string>;

const NOT_THERE =
  'No row of the audit has this hash: rows were removed from its end, or the hash belongs to another audit.';
