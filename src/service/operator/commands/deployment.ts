import { z } from 'zod';
import { invalid, refusal } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { applyDeployment, NOT_APPLIED } from '../deployment/apply.ts';
import { exportDeployment } from '../deployment/export.ts';
import { fileChanges } from '../deployment/file.ts';
import { largeFeeChanges } from '../deployment/change.ts';
import { auditRowsOf } from '../deployment/upserts.ts';
import { yieldToEventLoop } from '../../platform/in-turns.ts';
import { confirmsFees, trueOrFalse } from '../input.ts';

/** The largest body of `apply`. */
const FILE_LIMIT_BYTES = 1_024 * 1_024;

/** A dry run locks what it compares: no longer than others can wait. */
const DRY_RUN_MS = 4_500;
const TOO_LARGE =
  'The file is too large for a dry run, which may take 5 seconds: compare a part of it. Nothing was changed.';

const ids = z.record(z.string(), z.string());
const applyAnswer = z.object({
  changes: fileChanges,
  terminals: ids.optional().describe('Ids by name.'),
  notification_urls: ids
    .optional()
    .describe('Where the acquirer of each terminal is to send its notifications, by name.'),
  merchants: z
    .record(
      z.string(),
      z.object({
        id: z.uuid(),
        gates: z.record(z.string(), z.object({ id: z.uuid(), methods: ids })),
      }),
    )
    .optional()
    .describe('Ids of merchants, gates and methods, by name.'),
});
const named = z.looseObject({ name: z.string() });
const exportAnswer = z.object({ terminals: z.array(named), merchants: z.array(named) });

/** Commands for the deployment file: terminals, merchants, gates, methods and routes. */
export const DEPLOYMENT_COMMANDS = {
  apply: change({
    summary: 'Apply a deployment file: terminals, merchants, gates, methods and routes.',
    roles: ['admin'],
    bodyLimitBytes: FILE_LIMIT_BYTES,
    input: {
      deployment: z.record(z.string(), z.unknown()),
      dry_run: trueOrFalse.default(false),
      confirm: confirmsFees,
    },
    answer: applyAnswer,
    run: async ({ deployment, dry_run: dryRun, confirm }, context) => {
      const startedMs = performance.now();
      const isOverdue = () => dryRun && performance.now() - startedMs > DRY_RUN_MS;
      const applied = await applyDeployment(context, deployment, isOverdue);
      if (!applied.ok) {
        const { errors } = applied;
        return errors === 'overdue' ? refusal(TOO_LARGE) : invalid(errors, NOT_APPLIED);
      }
      const large = dryRun || confirm ? [] : largeFeeChanges(applied.changes);
      if (large.length > 0) {
        const errors = large.map(({ place, name, detail }) => ({
          pointer: '/deployment',
          code: 'confirm',
          detail: `${place}.${name}: ${detail}`,
        }));
        return invalid(errors, NOT_APPLIED);
      }
      const { ids } = applied;
      const made = applied.changes.map(({ row: _row, ...change }) => change);
      if (dryRun) {
        return { ok: true, result: { changes: made }, changed: undefined, isDryRun: true };
      }
      await yieldToEventLoop();
      const changed = auditRowsOf(applied.changes);
      const notification_urls = Object.fromEntries(
        Object.entries(ids.terminals).map(([name, id]) => [
          name,
          context.terminals.toolsOf(id).notificationUrl,
        ]),
      );
      return { ok: true, result: { changes: made, ...ids, notification_urls }, changed };
    },
  }),
  export: query({
    summary: 'Print the deployment as a file for apply.',
    roles: ['admin'],
    input: {},
    answer: exportAnswer,
    run: async (_input, context) => ({ ok: true, result: await exportDeployment(context) }),
  }),
} satisfies OperatorCommands;
