import { z } from 'zod';
import { listAttention, resolveAttention } from '../../orders/exception-queue.ts';
import { retakeNotifications, type RetakeResult } from '../retake.ts';
import { type ChangeAnswer, DONE, NOT_FOUND, doneAnswer, refusal } from '../answer.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { change, changeAndCall, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { list } from '../lists.ts';
import { compared, recordingChanges } from '../audit/append.ts';
import { attentionEntry } from '../snapshots.ts';
import { CONDITIONS, ENTRIES } from '../attention-kinds.ts';
import { listConditions } from '../conditions.ts';

const hint = z.string().describe('What to do.');

const attentionItem = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  hint,
  order_id: z.uuid().nullable(),
  attempt_id: z.uuid().nullable(),
  detail: z.string(),
  created_at: z.iso.datetime(),
});

const NOT_TAKEN = {
  nothing_stored: 'No notification of an acquirer is stored with this entry.',
  contradicts: 'It still contradicts what is known. The entry stays.',
  unanswered: 'The acquirer does not answer, or the database. The entry stays: try again.',
} as const satisfies Record<Exclude<RetakeResult, 'taken' | 'not_found'>, string>;

const condition = z.object({
  kind: z.enum(Object.keys(CONDITIONS)),
  severity: z.enum(['page', 'ticket']),
  subject: z.string().describe('An order, host, terminal, ledger rule, sweep or adjustment.'),
  title: z.string(),
  detail: z.string(),
  hint,
  path: z.string().describe("The console's view of it, below /console."),
  since: z.iso.datetime(),
});

/**
 * Commands for what needs a person: the exception queue, whose entries stay until they are resolved, and current
 * problems.
 */
export const ATTENTION_COMMANDS = {
  'attention list': list({
    summary: 'List the exception queue: what needs attention, oldest first.',
    roles: STAFF_ROLES,
    input: {},
    item: attentionItem,
    key: z.uuid(),
    async select(_input, context, page) {
      const entries = await listAttention(context, page);
      return entries.map((entry) => {
        const { title, hint: advice } = ENTRIES[entry.kind];
        return { ...entry, title, hint: advice };
      });
    },
    keyOf: ({ id }) => id,
  }),
  'attention resolve': change({
    summary: 'Remove an entry from the exception queue.',
    roles: ['support', 'finance', 'admin'],
    input: { id: z.uuid() },
    answer: doneAnswer,
    run: ({ id }, context) => resolve(context, id),
  }),
  'attention retake': changeAndCall({
    summary:
      "Hand the acquirer's notifications that contradicted to their adapter again; if it takes them, remove the entry.",
    roles: ['support', 'finance', 'admin'],
    isHeldInQuiet: true,
    input: { id: z.uuid() },
    answer: doneAnswer,
    run: async ({ id }, context, call) => {
      const result = await retakeNotifications(context, id);
      if (result === 'not_found') return NOT_FOUND;
      if (result !== 'taken') return refusal(NOT_TAKEN[result]);
      return recordingChanges(context, call, (within) => resolve(within, id));
    },
  }),
  'attention conditions': query({
    summary: 'List current problems, the most urgent first; each disappears once it is fixed.',
    roles: STAFF_ROLES,
    input: {},
    answer: z.array(condition),
    run: async (_input, context) => ({ ok: true, result: await listConditions(context) }),
  }),
} satisfies OperatorCommands;

function resolve(context: ServiceContext, id: string): Promise<ChangeAnswer<{ done: true }>> {
  return compared(
    `attention ${id}`,
    () => attentionEntry(context.db, id),
    async () => ((await resolveAttention(context, id)) === 'resolved' ? DONE : NOT_FOUND),
  );
}
