import { z } from 'zod';
import { listAttention, resolveAttention } from '../../orders/attention.ts';
import { changes, DONE, NOT_FOUND, reads, type OperatorCommands } from '../command.ts';
import { compared } from '../recording-changes.ts';
import { attentionEntry } from '../snapshots.ts';

/** What the service cannot put right by itself. */
export const ATTENTION_COMMANDS: OperatorCommands = {
  'attention list': reads(
    'List what needs a person, the oldest first.',
    {},
    async (_input, context) => ({
      ok: true,
      result: await listAttention(context),
    }),
  ),
  'attention resolve': changes(
    'Take off that list what somebody has seen to.',
    { id: z.uuid() },
    async ({ id }, context) =>
      compared(
        `attention ${id}`,
        () => attentionEntry(context.db, id),
        async () => ((await resolveAttention(context, id)) === 'resolved' ? DONE : NOT_FOUND),
      ),
  ),
};
