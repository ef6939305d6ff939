import { z } from 'zod';
import { selectAuditPage } from '../audit/queries.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { reads, refusal, type OperatorCommands } from '../command.ts';

const PAGE = 100;
const MAX_TEXT = 200;
const text = z.string().min(1).max(MAX_TEXT).optional();

/** Who changed what, when, and why. */
export const AUDIT_COMMANDS: OperatorCommands = {
  'audit list': reads(
    'List what was changed, the latest first: a hundred, and those before a number.',
    {
      before: z
        .string()
        .regex(/^\d{1,18}$/, 'must be a number')
        .optional()
        .describe('NUMBER'),
      actor: text,
      command: text,
      subject: text,
    },
    async ({ before, actor, command, subject }, context) => {
      const filter = {
        before: before === undefined ? undefined : BigInt(before),
        ...{ actor, command, subject },
      };
      const rows = await selectAuditPage(context.db, filter, PAGE);
      return {
        ok: true,
        result: rows.map(({ hash: _hash, number, ...row }) => ({
          number: Number(number),
          ...row,
        })),
      };
    },
  ),
  'audit verify': reads(
    'Prove that nobody changed what was recorded, or name the first row that is not as it was.',
    {},
    async (_input, context) => {
      const verified = await verifyAudit(context);
      if (!verified.ok) {
        const what = verified.wrong === 'missing' ? 'is missing' : 'is not as it was recorded';
        return refusal(`Row ${verified.number.toString()} of the audit ${what}.`);
      }
      const { rows, lastHash } = verified;
      return { ok: true, result: { rows: Number(rows), last_hash: lastHash } };
    },
  ),
};
