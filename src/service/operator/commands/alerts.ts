import { sql } from 'kysely';
import { z } from 'zod';
import { newWebhookSecret } from '../../merchants/keys.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { SEALED } from '../../platform/keyring.ts';
import { insertMessage } from '../alerts/note.ts';
import { DONE, doneAnswer, invalidAt, NOT_FOUND, type ChangeAnswer } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { ROLES, STAFF_ROLES } from '../roles.ts';

const HOUR_MS = 3_600_000;
const MOST_HOURS = 720;
const MOST_CHANNELS = 50;
const kind = z.enum(['email', 'webhook']);
const instantOrNull = z.iso.datetime().nullable();

const channelAnswer = z.object({
  id: z.uuid(),
  kind,
  to: z.string().describe('A role, an e-mail address, or the host of a URL.'),
  about: z.uuid().nullable(),
  silent_until: instantOrNull,
  open: z.int().describe('Alerts sent to the channel whose problems have not ended.'),
  last_sent_at: instantOrNull,
  unsent: z.int(),
  last_delivery: z
    .enum(['delivered', 'failed', 'waiting'])
    .nullable()
    .describe('Result of the latest message; null if there was none.'),
  last_error: z.string().nullable().describe('Error of the latest message that was not delivered.'),
});

/** Commands for the channels that alerts are sent to. */
export const ALERT_COMMANDS = {
  'alerts list': query({
    summary: 'List where alerts are sent, and whether the latest were delivered.',
    roles: STAFF_ROLES,
    input: {},
    answer: z.array(channelAnswer),
    run: async (_input, { db }) => {
      const { rows } = await sql<z.output<typeof channelAnswer>>`
        select channel.id, channel.kind, channel.shown as "to", channel.merchant_id as about,
          channel.silent_until,
          (select count(*)::integer from alerts where channel_id = channel.id) as open,
          (select max(sent_at) from alert_messages where channel_id = channel.id) as last_sent_at,
          (select count(*)::integer from alert_messages
            where channel_id = channel.id and sent_at is null) as unsent,
          (select case when sent_at is not null then 'delivered'
              when error is not null then 'failed' else 'waiting' end
            from alert_messages where channel_id = channel.id
            order by created_at desc, id desc limit 1) as last_delivery,
          (select error from alert_messages where channel_id = channel.id and sent_at is null
            order by created_at desc limit 1) as last_error
        from alert_channels channel order by channel.created_at, channel.id`.execute(db);
      return { ok: true, result: rows };
    },
  }),
  'alerts add': change({
    summary:
      'Add a channel for alerts: an e-mail address, a webhook that a chat takes too, or everybody with a role by e-mail; the secret of a webhook is shown only once.',
    roles: ['admin'],
    input: {
      kind,
      to: z
        .string()
        .min(1)
        .max(500)
        .optional()
        .describe('An e-mail address, or the URL of a webhook.'),
      role: z.enum(ROLES).optional().describe('Send to everybody with this role by e-mail.'),
      about: z.uuid().optional().describe('Only alerts about the merchant with this id.'),
    },
    answer: z.object({ id: z.uuid(), secret: z.string().optional() }),
    run: (given, context) => addChannel(context, given),
  }),
  'alerts silence': change({
    summary:
      'Silence a channel for some hours (0 ends it); problems that are still open afterwards are sent.',
    roles: ['admin'],
    input: { channel: z.uuid(), hours: z.number().min(0).max(MOST_HOURS) },
    answer: doneAnswer,
    run: async ({ channel, hours }, { db, now }) => {
      const until = hours === 0 ? null : new Date(now().getTime() + hours * HOUR_MS);
      const changed = await db
        .updateTable('alert_channels')
        .set({ silent_until: until })
        .where('id', '=', channel)
        .returning('id')
        .executeTakeFirst();
      if (changed === undefined) return NOT_FOUND;
      return {
        ...DONE,
        changed: { subject: `alert channel ${channel}`, after: { silent_until: until } },
      };
    },
  }),
  'alerts remove': change({
    summary: 'Stop sending alerts to a channel.',
    roles: ['admin'],
    input: { channel: z.uuid() },
    answer: doneAnswer,
    run: async ({ channel }, { db }) => {
      const removed = await db
        .deleteFrom('alert_channels')
        .where('id', '=', channel)
        .returning('shown')
        .executeTakeFirst();
      if (removed === undefined) return NOT_FOUND;
      await db.deleteFrom('alerts').where('channel_id', '=', channel).execute();
      await db.deleteFrom('alert_messages').where('channel_id', '=', channel).execute();
      return {
        ...DONE,
        changed: { subject: `alert channel ${channel}`, before: { to: removed.shown } },
      };
    },
  }),
  'alerts try': change({
    summary: 'Send a test alert to a channel; alerts list shows whether it was delivered.',
    roles: ['admin'],
    isHeldInQuiet: true,
    input: { channel: z.uuid() },
    answer: z.object({ message: z.uuid() }),
    run: async ({ channel }, { db, newId, now }) => {
      const known = await db
        .selectFrom('alert_channels')
        .select('id')
        .where('id', '=', channel)
        .executeTakeFirst();
      if (known === undefined) return NOT_FOUND;
      const id = newId();
      const message = { began: [], ended: [], isTrial: true };
      await insertMessage(db, { id, channelId: channel, at: now(), message });
      const changed = { subject: `alert channel ${channel}`, after: { trial: id } };
      return { ok: true, result: { message: id }, changed };
    },
  }),
} satisfies OperatorCommands;

interface NewChannel {
  kind: z.output<typeof kind>;
  to?: string | undefined;
  role?: (typeof ROLES)[number] | undefined;
  about?: string | undefined;
}

async function addChannel(
  { db, keyring, newId, now, allowPrivateWebhooks }: ServiceContext,
  { kind: of, to, role, about }: NewChannel,
): Promise<ChangeAnswer<{ id: string; secret?: string }>> {
  if ((to === undefined) === (role === undefined))
    return invalidAt('/to', 'conflict', 'Give either a receiver or a role.');
  if (role !== undefined && of !== 'email') {
    return invalidAt('/role', 'conflict', 'Needs the kind email.');
  }
  if (role === 'merchant' && about === undefined) {
    return invalidAt('/about', 'required', 'Is required for the role merchant.');
  }
  const shown = to === undefined ? (role ?? '') : shownOf(of, to, allowPrivateWebhooks);
  if (shown === undefined) {
    return invalidAt(
      '/to',
      'format',
      `Must be ${of === 'email' ? 'an e-mail address' : 'an https URL'}.`,
    );
  }
  const channels = await db
    .selectFrom('alert_channels')
    .select((eb) => eb.fn.countAll<bigint>().as('known'))
    .executeTakeFirstOrThrow();
  if (channels.known >= BigInt(MOST_CHANNELS)) {
    const detail = `At most ${MOST_CHANNELS} channels are allowed: remove one first.`;
    return invalidAt('/kind', 'too_many', detail);
  }
  const id = newId();
  const secret = of === 'webhook' ? newWebhookSecret() : undefined;
  await db
    .insertInto('alert_channels')
    .values({
      id,
      kind: of,
      role: role ?? null,
      merchant_id: about ?? null,
      address_sealed: to === undefined ? null : keyring.seal(SEALED.alertAddress, id, to),
      secret_sealed: secret === undefined ? null : keyring.seal(SEALED.alertSecret, id, secret),
      shown,
      silent_until: null,
      created_at: now(),
    })
    .execute();
  return {
    ok: true,
    result: { id, ...(secret !== undefined && { secret }) },
    changed: {
      subject: `alert channel ${id}`,
      after: { kind: of, to: shown, about: about ?? null },
    },
  };
}

/**
 * Returns what may be shown of an address, or undefined for an invalid one. Of a hook's URL only the host is shown,
 * because the rest is a secret.
 */
function shownOf(of: NewChannel['kind'], to: string, allowPrivate: boolean): string | undefined {
  if (of === 'email') return z.email().safeParse(to).data;
  const url = URL.parse(to);
  const isTaken = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:');
  return isTaken ? url.host : undefined;
}
