import { z } from 'zod';
import type { ServiceContext } from '../platform/context.ts';
import { isPrivateByName } from '../webhooks/events/address.ts';
import { configureWebhooks } from '../webhooks/events/configure.ts';
import { showEvents } from '../webhooks/events/event-log.ts';
import { rotateWebhookSecret } from '../webhooks/events/rotate-secret.ts';
import { sendEventAgain, sendFailedAgain } from '../webhooks/events/send-again.ts';
import { hoursMs, instant, overlapHours } from './input.ts';
import { command, foundOr, refusal, type OperatorCommands } from './command.ts';

/** Commands about webhooks: their log, sending them again, and the merchants' settings. */
export function webhookCommands(context: ServiceContext): OperatorCommands {
  return {
    'show-webhooks': command(
      "List an order's webhooks with every attempt to deliver them.",
      { order: z.uuid() },
      async ({ order }) => foundOr(await showEvents(context.db, order)),
    ),
    'send-webhook': command('Send a webhook again.', { event: z.uuid() }, async ({ event }) =>
      foundOr(await sendEventAgain(context, event)),
    ),
    'send-failed-webhooks': command(
      'Send again all webhooks that were given up since a time.',
      { since: instant, merchant: z.uuid().optional() },
      async ({ since, merchant }) =>
        foundOr(await sendFailedAgain(context, { since: new Date(since), merchantId: merchant })),
    ),
    'rotate-webhook-secret': command(
      'Give a merchant a new webhook secret; the old one signs beside it for some hours.',
      {
        merchant: z.uuid(),
        overlap_hours: overlapHours,
        switch_at: instant.optional(),
      },
      async ({ merchant, overlap_hours: hours, switch_at: switchAt }) => {
        const rotation = {
          overlapMs: hoursMs(hours),
          switchAt: switchAt === undefined ? undefined : new Date(switchAt),
        };
        const rotated = await rotateWebhookSecret(context, merchant, rotation);
        return rotated === 'overlapping' ? refusal(OVERLAPPING) : foundOr(rotated);
      },
    ),
    'configure-webhooks': command(
      "Set a merchant's webhook addresses, `none` for no address, and the payload.",
      {
        merchant: z.uuid(),
        payin_url: webhookUrl(context).optional(),
        payout_url: webhookUrl(context).optional(),
        payload: z.enum(['retrieval', 'extended']).optional(),
      },
      async ({ merchant, payin_url: payinUrl, payout_url: payoutUrl, payload }) =>
        foundOr(
          await configureWebhooks(context.db, merchant, {
            payinUrl: addressIn(payinUrl),
            payoutUrl: addressIn(payoutUrl),
            payload,
          }),
        ),
    ),
  };
}

const OVERLAPPING =
  'An earlier rotation still overlaps. With --overlap_hours 0 all old secrets end at once.';

const NO_ADDRESS = 'none';

function webhookUrl({ allowPrivateWebhooks }: Pick<ServiceContext, 'allowPrivateWebhooks'>) {
  return z
    .string()
    .refine((text) => text === NO_ADDRESS || isHttpUrl(text), {
      error: 'Must be an absolute http or https address, or none.',
      abort: true,
    })
    .refine(
      (text) => text === NO_ADDRESS || allowPrivateWebhooks || !isPrivateByName(new URL(text)),
      {
        error: 'Must not lead to a private address.',
      },
    );
}

function isHttpUrl(text: string): boolean {
  return z.url({ protocol: /^https?$/ }).safeParse(text).success;
}

/** As a URL parser writes it, so that one host has one name; null for none. */
function addressIn(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  return text === NO_ADDRESS ? null : new URL(text).href;
}
