import { z } from 'zod';
import { isPrivateByName } from '../../webhooks/address.ts';
import { configureWebhooks, rotateWebhookSecret } from '../../webhooks/settings.ts';
import { showEvents } from '../../webhooks/log.ts';
import { sendEventAgain, sendFailedAgain } from '../../webhooks/send-again.ts';
import {
  changes,
  doneAnswer,
  foundOr,
  inEachCell,
  invalid,
  NOT_FOUND,
  reads,
  refusal,
  type ChangeAnswer,
  type OperatorCommands,
} from '../command.ts';
import { fingerprints } from '../fingerprints.ts';
import { hoursMs, instant, overlapHours } from '../input.ts';
import { lists } from '../lists.ts';
import { merchant, withMerchant } from '../named.ts';
import { compared } from '../recording-changes.ts';
import { webhookSettings } from '../overviews.ts';
import { eventState, merchantSettings } from '../snapshots.ts';
import { webhookItem } from './webhook-events.ts';

const NO_ADDRESS = 'none';

const webhookUrl = z
  .string()
  .refine((text) => text === NO_ADDRESS || isHttpUrl(text), {
    error: 'Must be an absolute http or https address, or none.',
  })
  .optional()
  .describe('none|URL');

const instantOrNull = z.iso.datetime().nullable();
/** The log of webhooks, sending them again, and the merchants' settings. */
export const WEBHOOK_COMMANDS: OperatorCommands = {
  'webhooks list': lists(
    "List an order's webhooks, the oldest first, with the latest attempts to deliver each.",
    { order: z.uuid() },
    {
      item: webhookItem,
      key: z.uuid(),
      select: ({ order }, context, page) => showEvents(context.db, order, page),
      keyOf: ({ event }) => event,
    },
  ),
  'webhooks show': reads(
    "Show a merchant's webhook addresses and payload, and how far a rotation of its secret is.",
    { merchant },
    async ({ merchant: reference }, context) =>
      withMerchant(context, reference, async (id) =>
        foundOr(await webhookSettings(context.db, id)),
      ),
    z.object({
      payin_url: z.string().nullable(),
      payout_url: z.string().nullable(),
      payload: z.string(),
      old_secret_until: instantOrNull,
      signature_switches_at: instantOrNull,
    }),
  ),
  'webhooks resend': changes(
    'Send a webhook again.',
    { event: z.uuid() },
    async ({ event }, context) =>
      compared(
        `webhook ${event}`,
        () => eventState(context.db, event),
        async () => foundOr(await sendEventAgain(context, event)),
      ),
  ),
  'webhooks resend-failed': inEachCell(
    changes(
      'Send again all webhooks that were given up since a time.',
      { since: instant, merchant: merchant.optional() },
      async ({ since: text, merchant: reference }, context) => {
        const since = new Date(text);
        const send = async (merchantId: string | undefined): Promise<ChangeAnswer> => {
          const result = await sendFailedAgain(context, { since, merchantId });
          const subject = `webhooks given up since ${since.toISOString()}`;
          const after = { ...result, ...(merchantId !== undefined && { merchant: merchantId }) };
          return { ok: true, result, changed: result.events > 0 ? { subject, after } : undefined };
        };
        return reference === undefined ? send(undefined) : withMerchant(context, reference, send);
      },
    ),
  ),
  'webhooks rotate-secret': changes(
    'Give a merchant a new webhook secret; the old one signs beside it for some hours.',
    { merchant, overlap_hours: overlapHours, switch_at: instant.optional() },
    async ({ merchant: reference, overlap_hours: hours, switch_at: switchAt }, context) =>
      withMerchant(context, reference, async (id) => {
        const rotated = await rotateWebhookSecret(context, id, {
          overlapMs: hoursMs(hours),
          switchAt: switchAt === undefined ? undefined : new Date(switchAt),
        });
        if (rotated === 'overlapping') return refusal(OVERLAPPING);
        if (rotated === undefined) return NOT_FOUND;
        const { secret, oldSecretUntil, signatureSwitchesAt } = rotated;
        const result = {
          webhook_secret: secret,
          old_secret_until: oldSecretUntil,
          signature_switches_at: signatureSwitchesAt,
        };
        const { webhook_secret: _secret, ...times } = result;
        const after = { ...times, ...fingerprints(context.keyring, { webhook_secret: secret }) };
        return { ok: true, result, changed: { subject: `merchant ${id}`, after } };
      }),
  ),
  'webhooks configure': changes(
    "Set a merchant's webhook addresses, `none` for no address, and the payload.",
    {
      merchant,
      payin_url: webhookUrl,
      payout_url: webhookUrl,
      payload: z.enum(['retrieval', 'extended']).optional(),
    },
    async ({ merchant: reference, payload, ...urls }, context) => {
      const refused = context.allowPrivateWebhooks ? [] : privateAddresses(urls);
      if (refused.length > 0) return invalid(refused);
      const settings = {
        payinUrl: addressIn(urls.payin_url),
        payoutUrl: addressIn(urls.payout_url),
        payload,
      };
      return withMerchant(context, reference, async (id) =>
        compared(
          `merchant ${id}`,
          () => merchantSettings(context.db, id),
          async () => foundOr(await configureWebhooks(context.db, id, settings)),
        ),
      );
    },
    doneAnswer,
  ),
};

const OVERLAPPING =
  'An earlier rotation still overlaps. With --overlap_hours 0 all old secrets end at once.';

/** In a sentence each. */
function privateAddresses(urls: Record<string, string | undefined>): string[] {
  return Object.entries(urls)
    .filter(([, url]) => url !== undefined && url !== NO_ADDRESS && isPrivateByName(new URL(url)))
    .map(([name]) => `--${name}: Must not lead to a private address.`);
}

function isHttpUrl(text: string): boolean {
  return z.url({ protocol: /^https?$/ }).safeParse(text).success;
}

/** As a URL parser writes it, so that one host has one name; null for none. */
function addressIn(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  return text === NO_ADDRESS ? null : new URL(text).href;
}
