import { z } from 'zod';
import { descending } from '../../platform/cells/merge-pages.ts';
import { selectAuditPage } from '../audit/queries.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { readsAcross, refusal, type OperatorCommands } from '../command.ts';
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

/** Who changed what, when, and why. */
export const AUDIT_COMMANDS: OperatorCommands = {
  'audit list': lists(
    'List what was changed, the latest first.',
    { actor: text, command: text, subject: text, from: instant.optional(), to: instant.optional() },
    {
      item: auditRow,
      key: z.string().regex(/^\d{1,18}$/, 'must be the number of a row'),
      async select({ from, to, ...same }, context, { after, limit }) {
        const filter = {
          ...same,
          before: after === undefined ? undefined : BigInt(after),
          from: from === undefined ? undefined : new Date(from),
          to: to === undefined ? undefined : new Date(to),
        };
        const rows = await selectAuditPage(context.db, filter, limit);
        return rows.map(({ hash: _hash, number, ...row }) => ({ number: Number(number), ...row }));
      },
      keyOf: ({ number }) => String(number),
      order: descending(
        ({ at }) => at,
        ({ number }) => number,
      ),
    },
  ),
  'audit verify': readsAcross(
    'Prove that nobody changed what was recorded, or name the first row that is not as it was.',
    {},
    {
      async gather(_input, context) {
        const verified = await verifyAudit(context);
        const { cell } = context.place;
        if (!verified.ok) {
          const what = verified.wrong === 'missing' ? 'is missing' : 'is not as it was recorded';
          const audit = cell === 0 ? 'the audit' : `the audit of cell ${cell}`;
          return refusal(`Row ${verified.number.toString()} of ${audit} ${what}.`);
        }
        return { rows: Number(verified.rows), last_hash: verified.lastHash };
      },
      // Each cell has rows and hashes of its own; those of cell 0 come first.
      show: (parts) => ({
        rows: parts.reduce((sum, { rows }) => sum + rows, 0),
        last_hash: parts.map((part) => part.last_hash).join(' '),
      }),
    },
    { takesMinutes: true },
  ),
};
