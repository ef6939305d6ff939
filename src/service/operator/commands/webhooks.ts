import { z } from 'zod';
import { rotateWebhookSecret } from '../../webhooks/settings.ts';
import { findEvent, showEvents } from '../../webhooks/log.ts';
import { webhookId } from '../../webhooks/send.ts';
import { sendEventAgain, sendFailedAgain } from '../../webhooks/send-again.ts';
import { type ChangeAnswer, NOT_FOUND, doneAnswer, foundOr, invalid, refusal } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { changeMerchant } from '../deployment/change.ts';
import { merchantInFile } from '../deployment/file.ts';
import { merchantRules } from '../deployment/rules.ts';
import { list } from '../lists.ts';
import { merchant, withMerchant, withMerchantOrAll } from '../named.ts';
import {
  loggedEvent,
  selectDestinations,
  selectLatestEvents,
  webhookSettings,
} from '../webhook-queries.ts';
import { fingerprints } from '../fingerprints.ts';
import { hoursMs, instant, overlapHours } from '../input.ts';
import { compared } from '../audit/append.ts';
import { eventState } from '../snapshots.ts';

const text = z.string();
const instantOrNull = z.iso.datetime().nullable();

const STATES = ['pending', 'delivered', 'failed', 'no_destination'] as const;

const state = z.enum(STATES);

const DAY_MS = 86_400_000;

const GIVEN_UP_WITHIN_MS = 30 * DAY_MS;

const DESTINATION_MAX = 400;

const HOST_MAX = 300;

const eventItem = z.object({
  event: z.uuid(),
  webhook_id: text,
  merchant_id: z.uuid(),
  merchant: text,
  direction: z.enum(['payin', 'payout', 'refund', 'dispute']),
  orders: z.array(z.uuid()),
  state,
  destination: text.nullable(),
  tries: z.int(),
  created_at: z.iso.datetime(),
  next_attempt_at: instantOrNull,
  ended_at: instantOrNull,
  last_status: z.int().nullable(),
  last_error: text.nullable(),
  last_duration_ms: z.int().nullable(),
});

const destinationItem = z.object({
  destination: text,
  merchant_id: z.uuid(),
  merchant: text,
  host: text,
  backlog: z.int().describe('Webhooks waiting, among the 10,000 that are due first.'),
  oldest: instantOrNull.describe('When the oldest of the backlog was recorded.'),
  next_attempt_at: instantOrNull,
  retrying: z.int().describe('Webhooks of the backlog that failed at least once.'),
  given_up: z.int().describe('Webhooks given up in the last 30 days.'),
  delivered: z.int().describe("Among the merchant's latest 100 webhooks."),
  last_success_at: instantOrNull,
  last_failure_at: instantOrNull,
  last_error: text.nullable(),
});

const sentAgain = z.object({ events: z.int().describe('Number of webhooks that are due now.') });

const member = merchantInFile.shape;

/** Commands for webhooks: their destinations, their delivery, and merchants' settings. */
export const WEBHOOK_COMMANDS = {
  'webhooks destinations': list({
    summary: 'List the destinations of webhooks and the health of each host, by merchant.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant: merchant.optional() },
    item: destinationItem,
    key: text.min(1).max(DESTINATION_MAX),
    select: ({ merchant: reference }, context, page) =>
      withMerchantOrAll(context, reference, (merchantId) => {
        const since = new Date(context.now().getTime() - GIVEN_UP_WITHIN_MS);
        return selectDestinations(context.db, { merchantId, since }, page);
      }),
    keyOf: ({ destination }) => destination,
  }),
  'webhooks events': list({
    summary: 'List webhooks, newest first.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: {
      merchant: merchant.optional(),
      state: state.optional(),
      host: text.min(1).max(HOST_MAX).optional().describe('HOST or HOST:PORT.'),
      order: z.uuid().optional(),
    },
    item: eventItem,
    key: z.uuid(),
    select: ({ merchant: reference, state: wanted, host, order: orderId }, context, page) =>
      withMerchantOrAll(context, reference, async (merchantId) => {
        const filter = { merchantId, state: wanted, host, orderId };
        const found = await selectLatestEvents(context.db, filter, page);
        return found.map((event) => ({ webhook_id: webhookId(event.event), ...event }));
      }),
    keyOf: ({ event }) => event,
  }),
  'webhooks event': query({
    summary: 'Show a webhook with its body, and the latest delivery attempts with their responses.',
    roles: STAFF_ROLES,
    owner: 'event',
    input: { event: z.uuid() },
    answer: loggedEvent,
    run: async ({ event }, context) => foundOr(await findEvent(context.db, event)),
  }),
  'webhooks list': list({
    summary: "List an order's webhooks, oldest first, with the latest delivery attempts.",
    roles: STAFF_ROLES,
    owner: 'order',
    input: { order: z.uuid() },
    item: loggedEvent,
    key: z.uuid(),
    select: ({ order }, context, page) => showEvents(context.db, order, page),
    keyOf: ({ event }) => event,
  }),
  'webhooks show': query({
    summary: "Show a merchant's webhook URLs and payload, and the progress of a secret rotation.",
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant },
    answer: z.object({
      payin_url: z.string().nullable(),
      payout_url: z.string().nullable(),
      refund_url: z.string().nullable(),
      dispute_url: z.string().nullable(),
      payload: z.string(),
      old_secret_until: instantOrNull,
      signature_switches_at: instantOrNull,
    }),
    run: async ({ merchant: reference }, context) =>
      withMerchant(context, reference, async (id) =>
        foundOr(await webhookSettings(context.db, id)),
      ),
  }),
  'webhooks resend': change({
    summary: 'Send a webhook again.',
    roles: ['support', 'admin'],
    owner: 'event',
    isHeldInQuiet: true,
    input: { event: z.uuid() },
    answer: sentAgain,
    run: async ({ event }, context) =>
      compared(
        `webhook ${event}`,
        () => eventState(context.db, event),
        async () => foundOr(await sendEventAgain(context, event)),
      ),
  }),
  'webhooks resend-failed': change({
    summary: 'Resend all webhooks that failed since a given time.',
    roles: ['support', 'admin'],
    owner: 'merchant',
    isHeldInQuiet: true,
    input: { since: instant, merchant: merchant.optional() },
    answer: sentAgain,
    run: async ({ since: earliest, merchant: reference }, context) => {
      const since = new Date(earliest);
      const send = async (
        merchantId: string | undefined,
      ): Promise<ChangeAnswer<{ events: number }>> => {
        const result = await sendFailedAgain(context, { since, merchantId });
        const subject = `webhooks given up since ${since.toISOString()}`;
        const after = { ...result, ...(merchantId !== undefined && { merchant: merchantId }) };
        return { ok: true, result, changed: result.events > 0 ? { subject, after } : undefined };
      };
      return reference === undefined ? send(undefined) : withMerchant(context, reference, send);
    },
  }),
  'webhooks rotate-secret': change({
    summary: 'Issue a new webhook secret for a merchant; the old one also signs for some hours.',
    roles: ['admin'],
    owner: 'merchant',
    input: { merchant, overlap_hours: overlapHours, switch_at: instant.optional() },
    answer: z.object({
      webhook_secret: text,
      old_secret_until: instantOrNull,
      signature_switches_at: instantOrNull,
    }),
    run: async ({ merchant: reference, overlap_hours: hours, switch_at: switchAt }, context) =>
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
  }),
  'webhooks configure': change({
    summary: "Change a merchant's webhook URLs and payload; options left out keep their values.",
    roles: ['admin'],
    owner: 'merchant',
    input: {
      merchant,
      payin_url: member.payin_webhook_url,
      payout_url: member.payout_webhook_url,
      refund_url: member.refund_webhook_url,
      dispute_url: member.dispute_webhook_url,
      payload: member.webhook_payload,
    },
    answer: doneAnswer,
    run: async ({ merchant: reference, payload, ...urls }, context) => {
      const settings = {
        payin_webhook_url: urls.payin_url,
        payout_webhook_url: urls.payout_url,
        refund_webhook_url: urls.refund_url,
        dispute_webhook_url: urls.dispute_url,
        webhook_payload: payload,
      };
      const refused = merchantRules('', settings, context).map(({ pointer, ...error }) => ({
        pointer: pointer.replace('_webhook_url', '_url'),
        ...error,
      }));
      return refused.length > 0 ? invalid(refused) : changeMerchant(context, reference, settings);
    },
  }),
} satisfies OperatorCommands;

const OVERLAPPING =
  'An earlier rotation has not ended. Wait, or rotate with an overlap of 0 hours, which ends all old secrets at once.';
