import { z } from 'zod';
import { listAttention, resolveAttention } from '../../orders/attention.ts';
import { ascending } from '../../platform/cells/merge-pages.ts';
import { changes, doneAnswer, DONE, NOT_FOUND, type OperatorCommands } from '../command.ts';
import { lists } from '../lists.ts';
import { compared } from '../recording-changes.ts';
import { attentionEntry } from '../snapshots.ts';

const attentionItem = z.object({
  id: z.uuid(),
  kind: z.string(),
  order_id: z.uuid(),
  attempt_id: z.uuid().nullable(),
  detail: z.string(),
  created_at: z.iso.datetime(),
});

/** What the service cannot put right by itself. */
export const ATTENTION_COMMANDS: OperatorCommands = {
  'attention list': lists(
    'List what needs a person, the oldest first.',
    {},
    {
      item: attentionItem,
      key: z.uuid(),
      select: (_input, context, page) => listAttention(context, page),
      keyOf: ({ id }) => id,
      order: ascending(
        ({ created_at: at }) => at,
        ({ id }) => id,
      ),
    },
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
    doneAnswer,
  ),
};
