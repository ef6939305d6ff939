import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import { listAttention, resolveAttention } from '../orders/attention.ts';
import { command, type OperatorAnswer, type OperatorCommands } from './command.ts';

/** What the service cannot put right by itself. */
export function attentionCommands(context: ServiceContext): OperatorCommands {
  return {
    attention: command('List what needs a person, the oldest first.', {}, async () => ({
      ok: true,
      result: await listAttention(context),
    })),
    'resolve-attention': command(
      'Take off that list what somebody has seen to.',
      { id: z.uuid() },
      async ({ id }) => RESOLVE_ANSWERS[await resolveAttention(context, id)],
    ),
  };
}

const RESOLVE_ANSWERS = {
  resolved: { ok: true, result: true },
  not_found: { ok: false, problem: 'not_found' },
} as const satisfies Record<Awaited<ReturnType<typeof resolveAttention>>, OperatorAnswer>;
