import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { verifyWebhook } from '#contract/signature/webhook.ts';
import { insertMessage, noteAlerts } from '#service/operator/alerts/note.ts';
import { insertPerson } from '#service/operator/people/store.ts';
import { createdPayin, cardDataBody } from '../../support/orders/orders.ts';
import { startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { done } from '../../support/process/operate.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { until } from '../../support/until.ts';

const MINUTE_MS = 60_000;
const clock = frozenClock();
let running: RunningService;
let hook: Receiver;
let mailServer: SMTPServer;
const mails: { to: string[]; text: string }[] = [];
/** Whether the mail server accepts connections but never answers. */
let hangs = false;

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      if (!hangs) done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        // Joins the lines that quoted-printable breaks.
        mails.push({ to, text: Buffer.concat(parts).toString().replaceAll('=\r\n', '') });
        done();
      });
    },
  });
  mailServer.on('error', () => undefined);
  const listening = mailServer.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = z.custom<AddressInfo>((value) => value !== null).parse(listening.address());
  hook = await startReceiver();
  running = await startService({
    now: clock.now,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      ALERT_FROM: 'alerts@pay.example',
      OPERATOR_PUBLIC_URL: 'https://ops.example',
    },
  });
});
afterAll(async () => {
  await Promise.all([running.close(), hook.close()]);
  await new Promise<void>((resolve) => {
    mailServer.close(resolve);
  });
});

/** Waits until a condition holds. */
function when(isSo: () => boolean | Promise<boolean>) {
  return until(isSo, Boolean, () => 'it is not so');
}

const added = z.object({ id: z.uuid(), secret: z.string().optional() });

async function add(input: object) {
  return added.parse(await done(running, 'alerts add', input));
}

const listed = z.array(
  z.looseObject({
    id: z.string(),
    to: z.string(),
    open: z.number(),
    unsent: z.number(),
    last_sent_at: z.string().nullable(),
    last_delivery: z.string().nullable(),
    last_error: z.string().nullable(),
  }),
);

async function channel(id: string) {
  return listed.parse(await done(running, 'alerts list', {})).find((each) => each.id === id);
}

/** Adds an item to the exception queue. @returns its id */
async function somethingWrong(kind: 'row_quarantined' | 'received_more' = 'row_quarantined') {
  const id = running.context.newId();
  const row = { id, kind, order_id: randomUUID(), detail: 'anna@shop.example 4242424242424242' };
  await running.db
    .insertInto('attention')
    .values({ ...row, attempt_id: null, created_at: clock.now(), resolved_at: null })
    .execute();
  return id;
}

/** Records a webhook that was given up. */
async function givenUp(host: string) {
  const at = clock.now();
  await running.db
    .insertInto('webhook_events')
    .values({
      id: running.context.newId(),
      merchant_id: running.sandbox.merchant_id,
      direction: 'payin',
      group_id: randomUUID(),
      order_ids: [],
      destination_source: 'merchant',
      destination_url: `https://${host}/`,
      body: '[]',
      state: 'failed',
      created_at: at,
      ended_at: at,
    })
    .execute();
}

async function note() {
  await noteAlerts(running.context, clock.now());
}

function mailsTo(address: string) {
  return mails.filter(({ to }) => to.includes(address)).map(({ text }) => text);
}

describe('an alert by e-mail', () => {
  it('is sent once when a condition starts and once when it ends, without customer data', async () => {
    const to = `${randomUUID()}@pay.example`;
    const { id } = await add({ kind: 'email', to });
    const entry = await somethingWrong();
    await note();
    clock.advance(MINUTE_MS);
    await note();
    await when(() => mailsTo(to).length > 0);
    await done(running, 'attention resolve', { id: entry });
    clock.advance(4 * MINUTE_MS);
    await note();
    await when(() => mailsTo(to).length > 1);
    const [began = '', ended = '', ...others] = mailsTo(to);
    expect(others).toEqual([]);
    expect(began).toContain('From: alerts@pay.example');
    const wrong = 'Quarantined by recurring work';
    expect(began).toContain(`Subject: Tollgate: 1 started: ${wrong}`);
    expect(began).toContain(`[ticket] ${wrong} (since 12:00)`);
    expect(ended).toContain(`[ended] ${wrong} (since 12:00)`);
    expect(began + ended).not.toContain('row_quarantined');
    expect(began).toContain('https://ops.example/console/attention');
    expect(ended).not.toContain('/console/attention');
    expect(began + ended).not.toMatch(/anna@|42424242/);
    expect(await channel(id)).toMatchObject({ to, open: 0, unsent: 0 });
    await done(running, 'alerts remove', { channel: id });
  });

  it('names all conditions that started together in one mail, and is not sent while silenced', async () => {
    const to = `${randomUUID()}@pay.example`;
    const { id } = await add({ kind: 'email', to });
    await done(running, 'alerts silence', { channel: id, hours: 1 });
    const entries = [await somethingWrong(), await somethingWrong('received_more')];
    await note();
    expect(await channel(id)).toMatchObject({ open: 0, unsent: 0 });
    clock.advance(61 * MINUTE_MS);
    await note();
    await when(() => mailsTo(to).length > 0);
    expect(mailsTo(to)).toHaveLength(1);
    expect(mailsTo(to)[0]).toContain('Quarantined by recurring work');
    expect(mailsTo(to)[0]).toContain('More than the amount was received');
    for (const entry of entries) await done(running, 'attention resolve', { id: entry });
    await done(running, 'alerts remove', { channel: id });
  });

  it('tells of all problems, those without room in the next message, and receivers last', async () => {
    const to = `${randomUUID()}@pay.example`;
    const { id } = await add({ kind: 'email', to });
    // So that the service's own sweep does not tell of a part of them.
    await done(running, 'alerts silence', { channel: id, hours: 1 });
    const findings = Array.from({ length: 55 }, (_, index) => ({
      rule: `rule ${index}.`,
      subject: 'gate',
      expected: '1.00',
      found: '2.00',
    }));
    // Later than the service's own checks meanwhile.
    const check = {
      id: randomUUID(),
      at: new Date('2100-01-01T00:00:00Z'),
      movements: 1n,
    };
    const insert = (given: object[]) =>
      running.db
        .insertInto('ledger_checks')
        .values({ ...check, findings: JSON.stringify(given) })
        .execute();
    await insert(findings);
    const hosts = ['a.example', 'b.example'];
    for (const host of hosts) await givenUp(host);
    clock.advance(61 * MINUTE_MS);
    await note();
    // The service's own sweep may write the second message at once, and the two may arrive in either order.
    const about = (subject: string) =>
      mailsTo(to).find((mail) => mail.includes(`Subject: Tollgate: ${subject}`)) ?? '';
    await when(() => about('56 started') !== '');
    const first = about('56 started');
    expect(first.match(/\[page\] The ledger check found an error: /g)).toHaveLength(50);
    expect(first).toContain('6 more follow in the next messages.');
    expect(first).not.toContain('given up');
    clock.advance(MINUTE_MS);
    await note();
    await when(() => about('6 started') !== '');
    const second = about('6 started');
    for (const host of hosts) expect(second).toContain(host);
    expect(second.indexOf('were given up')).toBeGreaterThan(second.lastIndexOf('The ledger check'));

    check.id = randomUUID();
    check.at = new Date(check.at.getTime() + 1);
    await insert([]);
    clock.advance(4 * MINUTE_MS);
    await note();
    await when(() => about('55 ended') !== '');
    clock.advance(MINUTE_MS);
    await note();
    await when(() => about('5 ended') !== '');
    await running.db.deleteFrom('webhook_events').where('state', '=', 'failed').execute();
    await running.db.deleteFrom('ledger_checks').execute();
    await done(running, 'alerts remove', { channel: id });
  });

  it('goes to all people with a role, but not to whom somebody added by SQL', async () => {
    const added = `${randomUUID()}@thief.example`;
    const emails = [randomUUID(), randomUUID()].map((name) => `${name}@pay.example`);
    const provider = { oidc_issuer: null, oidc_subject: null };
    const rest = { role: 'finance', merchant_id: null, ...provider, removed_at: null } as const;
    const person = (email: string) => ({
      id: randomUUID(),
      email,
      ...rest,
      created_at: clock.now(),
    });
    await running.db.insertInto('people').values(person(added)).execute();
    for (const email of emails) await insertPerson(running.context, person(email));
    const { id } = await add({ kind: 'email', role: 'finance' });
    await done(running, 'alerts try', { channel: id });
    await when(() => emails.every((email) => mailsTo(email).length === 1));
    expect(mailsTo(emails[0] ?? '')[0]).toContain('This is a test');
    expect(mailsTo(added)).toEqual([]);
    await done(running, 'alerts remove', { channel: id });
  });
});

describe('an alert by HTTP', () => {
  it('has a text, which chats show', async () => {
    const before = hook.received.length;
    const { id } = await add({ kind: 'webhook', to: `${hook.url}/services/secret` });
    expect(await channel(id)).toMatchObject({ last_delivery: null });
    await done(running, 'alerts try', { channel: id, reason: 'Whether it arrives' });
    await when(() => hook.received.length > before);
    await when(async () => (await channel(id))?.last_delivery === 'delivered');
    expect(JSON.stringify(await done(running, 'audit list', { limit: 1 }))).toMatch(
      new RegExp(
        `alerts try.*alert channel ${id}.*Whether it arrives|Whether it arrives.*alerts try`,
      ),
    );
    const sent = hook.received.at(-1);
    expect(JSON.parse(sent?.body.toString() ?? '')).toMatchObject({
      type: 'alert',
      text: 'Tollgate: test alert\nThis is a test. Alerts are delivered to this channel.',
    });
    expect((await channel(id))?.to).not.toContain('secret');
    await done(running, 'alerts remove', { channel: id });
  });

  it('is signed for a webhook channel', async () => {
    const before = hook.received.length;
    const { id, secret = '' } = await add({ kind: 'webhook', to: hook.url });
    await done(running, 'alerts try', { channel: id });
    await when(() => hook.received.length > before);
    const sent = hook.received.at(-1);
    const headers = sent?.headers ?? new Headers();
    const receiver = { secrets: [secret], nowMs: clock.now().getTime() };
    expect(verifyWebhook(sent?.body ?? Buffer.of(), headers, receiver)).toMatchObject({ ok: true });
    expect(JSON.parse(sent?.body.toString() ?? '')).toEqual({
      type: 'alert',
      id: expect.any(String) as string,
      created_at: expect.any(String) as string,
      text: expect.stringContaining('test alert') as string,
      began: [],
      ended: [],
    });
    await done(running, 'alerts remove', { channel: id });
  });
});

describe('text that others wrote', () => {
  it.each(['email', 'webhook'] as const)(
    'is on one line in a message to a channel of kind %s, with its unseen characters shown',
    async (kind) => {
      const before = hook.received.length;
      const to = kind === 'email' ? `${randomUUID()}@pay.example` : hook.url;
      const { id } = await add({ kind, to });
      const since = clock.now().toISOString();
      const detail = 'from\u001b[2J\r\n[ended] forged \u202eb';
      await insertMessage(running.db, {
        id: running.context.newId(),
        channelId: id,
        at: clock.now(),
        message: {
          began: [{ kind: 'circuit_open', subject: 'acme', title: '\u2066acme', detail, since }],
          ended: [],
        },
      });
      await when(() => (kind === 'email' ? mailsTo(to) : hook.received.slice(before)).length > 0);
      const hooked = () => JSON.parse(hook.received.at(-1)?.body.toString() ?? '') as unknown;
      const text =
        kind === 'email' ? mailsTo(to)[0] : z.object({ text: z.string() }).parse(hooked()).text;
      expect(text).toContain(String.raw`[ticket] \u2066acme (since `);
      expect(text).toContain(String.raw`  from\u001b[2J\u000d\u000a[ended] forged \u202eb`);
      await done(running, 'alerts remove', { channel: id });
    },
  );
});

describe('an alert that cannot be sent', () => {
  it('becomes a condition itself', async () => {
    const dead = await add({ kind: 'webhook', to: 'http://127.0.0.1:1/' });
    await done(running, 'alerts try', { channel: dead.id });
    await when(async () => (await channel(dead.id))?.last_error !== null);
    expect(await channel(dead.id)).toMatchObject({ last_delivery: 'failed' });
    clock.advance(2 * MINUTE_MS);
    const conditions = async () => JSON.stringify(await done(running, 'attention conditions', {}));
    await when(async () => (await conditions()).includes('alert_not_sent'));
    expect(await conditions()).toContain('127.0.0.1:1');
    expect(await conditions()).not.toContain('connection_refused');
    await done(running, 'alerts remove', { channel: dead.id });
    expect(await conditions()).not.toContain('alert_not_sent');
  });

  it('is reported to the other channels, also those on the same host', async () => {
    const host = await startReceiver((response, { url }) => {
      response.writeHead(url === '/fails' ? 500 : 204).end();
    });
    const to = (path: string) => new URL(path, host.url).href;
    const failing = await add({ kind: 'webhook', to: to('/fails') });
    const other = await add({ kind: 'webhook', to: to('/works') });
    await done(running, 'alerts try', { channel: failing.id });
    await when(async () => (await channel(failing.id))?.last_error !== null);
    clock.advance(2 * MINUTE_MS);
    // The service's own sweep may run once for the new time, before the message has failed twice.
    const conditions = async () => JSON.stringify(await done(running, 'attention conditions', {}));
    await when(async () => (await conditions()).includes(`(${failing.id})`));
    await note();
    const reports = () =>
      host.received.filter(({ body }) => body.toString().includes(`(${failing.id})`));
    await when(() => reports().length > 0);
    for (const { id } of [failing, other]) await done(running, 'alerts remove', { channel: id });
    await host.close();
  });

  it('because the mail server never answers delays no payment and no other channel', async () => {
    hangs = true;
    const mail = await add({ kind: 'email', to: `${randomUUID()}@pay.example` });
    const other = await add({ kind: 'webhook', to: hook.url });
    await done(running, 'alerts try', { channel: mail.id });
    const before = hook.received.length;
    await done(running, 'alerts try', { channel: other.id });
    await when(() => hook.received.length > before);
    const { id } = await createdPayin(running);
    await running.client.submitCardData(cardDataBody(id));
    expect(await running.client.getPayin(id)).toMatchObject({ value: { status: 'SUCCESS' } });
    expect(await channel(mail.id)).toMatchObject({ unsent: 1, last_sent_at: null });
    hangs = false;
    for (const each of [mail, other]) await done(running, 'alerts remove', { channel: each.id });
  });
});

describe('alerts add', () => {
  it.each([
    [{ kind: 'email' }, '/to'],
    [{ kind: 'email', to: 'nobody' }, 'e-mail'],
    [{ kind: 'webhook', to: 'ftp://chat.example' }, 'https'],
    [{ kind: 'webhook', role: 'admin' }, '/role'],
    [{ kind: 'email', role: 'merchant' }, '/about'],
  ])('refuses %j', async (input, said) => {
    const { status, body } = await running.operator('alerts add', input);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(said);
  });
});
