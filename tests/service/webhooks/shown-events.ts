/** Webhook events as shown to operators. */
import { z } from 'zod';
import { listed } from '../../support/process/operator-answers.ts';
import type { RunningService } from '../../support/process/service.ts';
import { until } from '../../support/until.ts';

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

/** Waits until an order's event is as expected. @returns the event */
export async function eventWhen(
  running: RunningService,
  order: string,
  isAsExpected: (event: Awaited<ReturnType<typeof eventOf>>) => boolean,
) {
  return until(
    () => eventOf(running, order),
    isAsExpected,
    ({ state, attempts }) => `the event of ${order} is ${state} after ${attempts.length} attempts`,
  );
}
