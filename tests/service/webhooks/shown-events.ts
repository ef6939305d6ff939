/** What an operator is shown of events. */
import { z } from 'zod';
import { PATIENCE_MS } from '../../support/patience.ts';
import { listed } from '../../support/process/operator-answers.ts';
import type { RunningService } from '../../support/process/service.ts';

const shown = z.array(
  z.object({
    event: z.string(),
    webhook_id: z.string(),
    state: z.string(),
    orders: z.array(z.string()),
    destination: z.string().nullable(),
    destination_source: z.string(),
    body: z.string(),
    attempts: z.array(
      z.object({
        at: z.string(),
        duration_ms: z.number(),
        status: z.number().nullable(),
        error: z.string().nullable(),
        answer_head: z.string().nullable(),
      }),
    ),
  }),
);

export async function eventOf(running: RunningService, order: string) {
  const [event] = listed(shown, (await running.operator('webhooks list', { order })).body);
  return event!;
}

/** The event once it is as expected, or the time is up. */
export async function eventWhen(
  running: RunningService,
  order: string,
  isAsExpected: (event: Awaited<ReturnType<typeof eventOf>>) => boolean,
) {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const event = await eventOf(running, order);
    if (isAsExpected(event) || performance.now() > deadlineMs) return event;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
