import { toVisible } from '#contract/visible-text.ts';
import { isCopiedBack } from '../../platform/bound-rows.ts';
import { isGranted } from '../grants.ts';
import type { FoundPerson } from '../people/store.ts';
import { sql } from 'kysely';
import type { ServiceContext } from '../../platform/context.ts';
import { isAnyDue } from '../../platform/database/due-work.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Alert, AlertMessage } from '../../platform/database/tables/alerts.ts';
import { SEALED } from '../../platform/keyring.ts';
import type { Sweep } from '../../platform/sweep-runner.ts';
import { resolveAsMachine, resolveByNameServers, vettedLookup } from '../../webhooks/address.ts';
import { createPoster, type Poster, type ReceiverConnections } from '../../webhooks/post.ts';
import { deliveryHeaders } from '../../webhooks/send.ts';

/** The mail server, and the sender of alerts. */
export interface MailConfig {
  url: string;
  from: string;
}

export interface SenderDeps {
  context: ServiceContext;
  mail: MailConfig | undefined;
  /** The console's public URL; undefined if it is not configured. */
  publicUrl: string | undefined;
  connections: ReceiverConnections;
  /** Whether webhooks may go to private addresses. */
  allowPrivate: boolean;
}

const AT_ONCE = 10;
/** The time limit of one message; the lease on its row is longer. */
const SEND_TIMEOUT_MS = 15_000;
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
/** Pauses after each failed attempt; a message that fails after the last one is given up. */
const PAUSES_MINUTES = [1, 5, 15, 60, 240, 720];

/** Sends due messages in the background, so that no other work waits for a mail server. */
export function alertSender(given: SenderDeps): Sweep {
  const deps = withPoster(given);
  const { context } = deps;
  return {
    name: 'send-alerts',
    due: (now) =>
      isAnyDue({ from: sql`alert_messages`, at: sql`due_at`, where: sql`due_at is not null` }, now),
    async run() {
      const taken = await takeDue(context.db, context.now());
      for (const row of taken) context.background.run(sendOne(deps, row));
    },
  };
}

/** Sends messages to all channels of the deployment, and writes nothing: for when the database cannot be used. */
export interface UnrecordedSender {
  /** Reads the channels and their recipients, at most once a minute. */
  readChannels(): Promise<void>;
  /** Sends to the channels read before. A channel that fails is not tried again. */
  send(message: AlertMessage): Promise<void>;
}

export function createUnrecordedSender(given: SenderDeps): UnrecordedSender {
  const deps = withPoster(given);
  const { db, log, newId, now } = deps.context;
  let channels: (Channel & { to: string[]; silent_until: Date | null })[] = [];
  let readAt = new Date(0);
  return {
    async readChannels() {
      if (now().getTime() - readAt.getTime() < MINUTE_MS) return;
      readAt = now();
      const rows = await db
        .selectFrom('alert_channels')
        .selectAll()
        .select('id as channel_id')
        .where('merchant_id', 'is', null)
        .execute();
      channels = await Promise.all(
        rows.map(async (row) => ({ ...row, to: await recipients(deps.context, row) })),
      );
    },
    async send(body) {
      const created_at = now();
      const heard = channels.filter(({ silent_until: at }) => at === null || at <= created_at);
      const sent = heard.map(async ({ to, ...channel }) => {
        const row = { ...channel, id: newId(), body, tries: 1, created_at };
        const error = await send(deps, row, to).catch((thrown: unknown) => classOf(thrown));
        log.warn({ channel: channel.shown, error }, 'Alert sent unrecorded');
      });
      await Promise.all(sent);
    },
  };
}

/** What a message needs of its channel. */
interface Channel {
  channel_id: string;
  kind: 'email' | 'webhook';
  role: string | null;
  merchant_id: string | null;
  address_sealed: Uint8Array | null;
  secret_sealed: Uint8Array | null;
  shown: string;
}

interface DueMessage extends Channel {
  id: string;
  body: AlertMessage;
  tries: number;
  created_at: Date;
}

/** Leases due messages: if the process dies, a message is due again once its lease ends. */
async function takeDue(db: Db, now: Date): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with due as (
      select id from alert_messages where due_at <= ${now} order by due_at
      limit ${AT_ONCE}::integer for update skip locked
    ), taken as (
      update alert_messages set due_at = ${new Date(now.getTime() + LEASE_MS)}, tries = tries + 1
      from due where alert_messages.id = due.id
      returning alert_messages.id, body, tries, alert_messages.created_at, channel_id
    )
    select taken.*, channel.kind, channel.role, channel.merchant_id, channel.address_sealed,
      channel.secret_sealed, channel.shown
    from taken join alert_channels channel on channel.id = taken.channel_id`.execute(db);
  return rows;
}

function withPoster({ connections, allowPrivate, ...parts }: SenderDeps): Sending {
  const resolve = allowPrivate ? resolveAsMachine : resolveByNameServers;
  const lookup = vettedLookup(resolve, { allowPrivate });
  const timeoutMs = SEND_TIMEOUT_MS;
  return { ...parts, poster: createPoster({ connections, lookup, allowPrivate, timeoutMs }) };
}

interface Sending {
  context: ServiceContext;
  mail: MailConfig | undefined;
  publicUrl: string | undefined;
  poster: Poster;
}

async function sendOne(deps: Sending, row: DueMessage): Promise<void> {
  const { db, log, now } = deps.context;
  const error = await recipients(deps.context, row)
    .then((to) => send(deps, row, to))
    .catch((thrown: unknown) => classOf(thrown));
  const about = { alertId: row.id, channel: row.shown, kind: row.kind };
  const { began, ended } = totalOf(row.body);
  if (error === undefined) {
    await db
      .updateTable('alert_messages')
      .set({ sent_at: now(), due_at: null, error: null })
      .where('id', '=', row.id)
      .execute();
    log.info({ ...about, began, ended }, 'Alert sent');
    return;
  }
  const pause = PAUSES_MINUTES[row.tries - 1];
  const due_at = pause === undefined ? null : new Date(now().getTime() + pause * MINUTE_MS);
  await db.updateTable('alert_messages').set({ due_at, error }).where('id', '=', row.id).execute();
  log.warn({ ...about, error, tries: row.tries, givenUp: due_at === null }, 'Alert not sent');
}

/** @returns undefined if the message was accepted, otherwise an error code without any text from the server */
async function send(deps: Sending, row: DueMessage, to: string[]): Promise<string | undefined> {
  if (row.kind === 'email') return sendMail(deps, row, to);
  const { keyring, now, background } = deps.context;
  const [url] = to;
  if (url === undefined) return 'no_address';
  const content = {
    type: 'alert',
    id: row.id,
    created_at: row.created_at.toISOString(),
    // What Slack, Mattermost and Rocket.Chat show.
    text: [subjectOf(row.body), ...linesOf(row, deps)].join('\n'),
    began: row.body.began,
    ended: row.body.ended,
  };
  const body = Buffer.from(JSON.stringify(content));
  const secret =
    row.secret_sealed && keyring.unseal(SEALED.alertSecret, row.channel_id, row.secret_sealed);
  const headers =
    secret === null
      ? { 'content-type': 'application/json', 'user-agent': 'Tollgate' }
      : deliveryHeaders(row.id, body, { single: secret, all: [secret] }, now());
  const { status, error } = await deps.poster.post({ url, headers, body }, background.signal);
  if (error !== undefined) return error;
  return status !== undefined && status >= 200 && status < 300 ? undefined : `status_${status}`;
}

async function sendMail(deps: Sending, row: DueMessage, to: string[]): Promise<string | undefined> {
  const { context, mail } = deps;
  if (context.quiet) return 'quiet';
  if (mail === undefined) return 'no_mail_server';
  if (to.length === 0) return 'nobody_of_that_role';
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: SEND_TIMEOUT_MS,
    greetingTimeout: SEND_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
  });
  const { signal } = context.background;
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => {
      reject(new Error('The service is closing'));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const sent = transport.sendMail({
      from: mail.from,
      // Recipients do not see each other's addresses.
      // As objects, which are not parsed: a text could name several addresses.
      bcc: to.map((address) => ({ name: '', address })),
      subject: subjectOf(row.body),
      text: linesOf(row, deps).join('\n'),
      messageId: `<${row.id}@tollgate>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await Promise.race([sent, stopped]);
    return undefined;
  } finally {
    transport.close();
  }
}

/**
 * Returns a channel's own address, or the addresses of everybody with its role. Nobody tells us when a provider's person
 * leaves, so only invited people get the alerts of a role.
 */
async function recipients(
  { db, keyring, reportUnverified }: Pick<ServiceContext, 'db' | 'keyring' | 'reportUnverified'>,
  row: Channel,
): Promise<string[]> {
  if (row.address_sealed !== null) {
    return [keyring.unseal(SEALED.alertAddress, row.channel_id, row.address_sealed)];
  }
  const { rows } = await sql<FoundPerson>`
    select people.*, ${isCopiedBack('people')} as is_copied_back
    from people where role = ${row.role} and removed_at is null
      and oidc_issuer is null and (${row.role} <> 'merchant' or merchant_id = ${row.merchant_id})
    order by email limit 100`.execute(db);
  return rows
    .filter((person) => isGranted({ keyring, reportUnverified }, 'people', person))
    .map(({ email }) => email);
}

const CODE = /^[A-Z0-9_]{1,40}$/;

/** Returns an error's code. A mail server's message is dropped because it may contain data that must not be stored. */
function classOf(thrown: unknown): string {
  const code: unknown = thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined;
  return typeof code === 'string' && CODE.test(code) ? code : 'failed';
}

/** Returns how many problems began and ended, also those that the message has no room for. */
function totalOf({ began, ended, total }: AlertMessage): { began: number; ended: number } {
  return total ?? { began: began.length, ended: ended.length };
}

function subjectOf(message: AlertMessage): string {
  if (message.isTrial === true) return 'Tollgate: test alert';
  const { began, ended } = totalOf(message);
  const parts = [
    ...(began > 0 ? [`${began} started`] : []),
    ...(ended > 0 ? [`${ended} ended`] : []),
  ];
  const [first] = [...message.began, ...message.ended];
  return toVisible(`Tollgate: ${parts.join(', ')}: ${first?.title ?? ''}`);
}

/** Returns the lines of a message: one for each problem, with details and a link under those that began. */
function linesOf(
  { body: message, created_at: at }: Pick<DueMessage, 'body' | 'created_at'>,
  { publicUrl }: Pick<Sending, 'publicUrl'>,
): string[] {
  const { began, ended } = message;
  if (message.isTrial === true) return ['This is a test. Alerts are delivered to this channel.'];
  const line = (state: string, { title, since }: Alert) =>
    toVisible(`[${state}] ${title} (since ${timeInWords(since, at)})`);
  const total = totalOf(message);
  const others = total.began + total.ended - began.length - ended.length;
  return [
    ...began.flatMap((alert) => [
      line(alert.severity ?? 'ticket', alert),
      toVisible(`  ${alert.detail.replace(INSTANT, (instant) => timeInWords(instant, at))}`),
      ...(publicUrl === undefined ? [] : [`  ${publicUrl}/console${alert.path ?? '/attention'}`]),
    ]),
    ...ended.map((alert) => line('ended', alert)),
    ...(others > 0 ? [`${others} more follow in the next messages.`] : []),
    'Times are UTC.',
  ];
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const TIME = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const;
const timeOfDay = new Intl.DateTimeFormat('en-GB', TIME);
const dayAndTime = new Intl.DateTimeFormat('en-GB', { ...TIME, day: 'numeric', month: 'short' });

/** Formats a time to the minute, with its day unless that is the message's. @param instant ISO 8601 */
function timeInWords(instant: string, at: Date): string {
  const time = new Date(instant);
  const isSameDay = time.toISOString().slice(0, 10) === at.toISOString().slice(0, 10);
  return (isSameDay ? timeOfDay : dayAndTime).format(time);
}
