import { z } from 'zod';
import { ascending, descending } from '../../platform/cells/merge-pages.ts';
import { findEvent } from '../../webhooks/log.ts';
import { webhookId } from '../../webhooks/sign.ts';
import { foundOr, reads, type OperatorCommands } from '../command.ts';
import { lists } from '../lists.ts';
import { merchant, nowFor, withMerchantOrAll } from '../named.ts';
import { selectDestinations } from '../webhooks/destination-queries.ts';
import { selectLatestEvents } from '../webhooks/event-queries.ts';

const text = z.string();
const instantOrNull = z.iso.datetime().nullable();
const STATES = ['pending', 'delivered', 'failed', 'no_destination'] as const;
const state = z.enum(STATES);
const DAY_MS = 86_400_000;
const GIVEN_UP_WITHIN_MS = 30 * DAY_MS;
const DESTINATION_MAX = 400;
const HOST_MAX = 300;

/** An event with its body and the answers that it got. */
export const webhookItem = z.object({
  event: z.uuid(),
  webhook_id: text,
  state: text,
  orders: z.array(z.uuid()),
  destination: text.nullable(),
  destination_source: text,
  body: text.describe('As it was sent; empty once it was erased.'),
  erased: z.boolean(),
  created_at: z.iso.datetime(),
  next_attempt_at: instantOrNull,
  ended_at: instantOrNull,
  attempts_made: z.int(),
  attempts: z.array(
    z.object({
      at: z.iso.datetime(),
      duration_ms: z.int(),
      status: z.int().nullable(),
      error: text.nullable(),
      answer_head: text.nullable(),
    }),
  ),
});

const eventItem = z.object({
  event: z.uuid(),
  webhook_id: text,
  merchant_id: z.uuid(),
  merchant: text,
  direction: z.enum(['payin', 'payout']),
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
  backlog: z.int().describe('Among the 10,000 webhooks of all that are due first.'),
  oldest: instantOrNull.describe('When the oldest of the backlog was recorded.'),
  next_attempt_at: instantOrNull,
  retrying: z.int().describe('Those of the backlog that failed before.'),
  given_up: z.int().describe('In the last 30 days.'),
  delivered: z.int().describe("Of the merchant's latest 100."),
  last_success_at: instantOrNull,
  last_failure_at: instantOrNull,
  last_error: text.nullable(),
});

/** Webhooks of all merchants or of one: where they go, and what became of them. */
export const WEBHOOK_EVENT_COMMANDS: OperatorCommands = {
  'webhooks destinations': lists(
    'List where webhooks go, and how each host takes them, by merchant.',
    { merchant: merchant.optional() },
    {
      item: destinationItem,
      key: text.min(1).max(DESTINATION_MAX),
      select: ({ merchant: reference }, context, page) =>
        withMerchantOrAll(context, reference, (merchantId) => {
          const since = new Date(nowFor(context, merchantId).getTime() - GIVEN_UP_WITHIN_MS);
          return selectDestinations(context.db, { merchantId, since }, page);
        }),
      keyOf: ({ destination }) => destination,
      order: ascending(
        ({ merchant: name }) => name,
        ({ merchant_id: id }) => id,
        ({ host }) => host,
      ),
    },
  ),
  'webhooks events': lists(
    'List webhooks, the latest first.',
    {
      merchant: merchant.optional(),
      state: state.optional(),
      host: text.min(1).max(HOST_MAX).optional().describe('HOST[:PORT]'),
      order: z.uuid().optional(),
    },
    {
      item: eventItem,
      key: z.uuid(),
      select: ({ merchant: reference, state: wanted, host, order: orderId }, context, page) =>
        withMerchantOrAll(context, reference, async (merchantId) => {
          const filter = { merchantId, state: wanted, host, orderId };
          const found = await selectLatestEvents(context.db, filter, page);
          return found.map((event) => ({ webhook_id: webhookId(event.event), ...event }));
        }),
      keyOf: ({ event }) => event,
      order: descending(
        ({ created_at: at }) => at,
        ({ event }) => event,
      ),
    },
  ),
  'webhooks event': reads(
    'Show a webhook with its body, and the latest attempts to deliver it with their answers.',
    { event: z.uuid() },
    async ({ event }, context) => foundOr(await findEvent(context.db, event)),
    webhookItem,
  ),
};
