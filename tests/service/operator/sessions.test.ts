/** Signing in, what a session may do, and how it ends. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createSignInLimit } from '#service/http/operator/sign-in-limit.ts';
import {
  browse,
  commandAs,
  newPerson,
  originOf,
  type Person,
} from '../../support/operator/people.ts';
import { signWith } from '../../support/operator/authenticator.ts';
import { passkeyPeople } from './passkey-people.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const MINUTE_MS = 60_000;

const running = serviceForTests({ now: clock.now });
let people: ReturnType<typeof passkeyPeople>;
let person: Person;

beforeAll(async () => {
  people = passkeyPeople(running, clock);
  person = await newPerson(running, { role: 'finance' });
});

async function isIn(cookie: string) {
  return (await commandAs(running, cookie, 'merchants list')).status === 200;
}

describe('signing in', () => {
  it('sets a cookie that no script can read and no other path or site receives', async () => {
    const { status, headers, cookie } = await people.signIn(person.passkey);
    expect(status).toBe(200);
    const attributes = (headers.get('set-cookie') ?? '').split('; ').slice(1).toSorted();
    expect(attributes).toEqual([
      'HttpOnly',
      'Max-Age=43200',
      'Path=/api/operator/v1',
      'SameSite=Strict',
    ]);
    expect(await isIn(cookie)).toBe(true);
    const who = await browse(running, 'session', { method: 'GET', headers: { cookie } });
    expect(who.body).toMatchObject({ email: person.email, role: 'finance', merchant: null });
  });
});

describe('a session', () => {
  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from another origin of the site', { 'sec-fetch-site': 'same-site' }, 403],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, 403],
    ['from its own page', { 'sec-fetch-site': 'same-origin' }, 200],
  ])('changes nothing %s unless allowed', async (_what, headers, status) => {
    const answer = await browse(running, 'merchants/list', {
      body: {},
      headers: { cookie: person.cookie, ...headers },
    });
    expect(answer.status).toBe(status);
  });

  it.each([
    ['the same', () => running.operatorUrl, 200],
    ['another', () => 'https://evil.example', 403],
    ['an opaque', () => 'null', 403],
    ['no', () => undefined, 403],
  ])('is answered by %s origin, if the browser sends only that', async (_what, origin, status) => {
    const own = origin();
    const answer = await fetch(`${running.operatorUrl}/api/operator/v1/merchants/list`, {
      method: 'POST',
      body: '{}',
      headers: {
        cookie: person.cookie,
        'content-type': 'application/json',
        ...(own !== undefined && { origin: own }),
      },
    });
    expect(answer.status).toBe(status);
  });

  it('is not started from another site either', async () => {
    const passkey = signWith(person.passkey, await people.challenged(), originOf(running));
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await browse(running, 'session/passkey', { body: { passkey }, headers });
    expect(answer.status).toBe(403);
  });

  it('ends after half an hour without use', async () => {
    const { cookie } = await newPerson(running, { role: 'viewer' });
    for (let used = 0; used < 3; used += 1) {
      clock.advance(29 * MINUTE_MS);
      expect(await isIn(cookie)).toBe(true);
    }
    clock.advance(30 * MINUTE_MS);
    expect(await isIn(cookie)).toBe(false);
  });

  it('ends after twelve hours, even if used', async () => {
    const { cookie } = await newPerson(running, { role: 'viewer' });
    const uses = (12 * 60) / 20;
    for (let used = 1; used < uses; used += 1) {
      clock.advance(20 * MINUTE_MS);
      expect(await isIn(cookie)).toBe(true);
    }
    clock.advance(20 * MINUTE_MS);
    expect(await isIn(cookie)).toBe(false);
  });

  it('ends when its person signs out, and when an admin ends it', async () => {
    const [leaving, stolen] = [
      await newPerson(running, { role: 'viewer' }),
      await newPerson(running, { role: 'viewer' }),
    ];
    const headers = { cookie: leaving.cookie };
    const out = await browse(running, 'session', { method: 'DELETE', headers });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await isIn(leaving.cookie)).toBe(false);
    const { body } = await running.operator('sessions list');
    const { items } = body as { items: { id: string; person: string }[] };
    expect(items.map((item) => item.person)).not.toContain(leaving.email);
    const found = items.find((item) => item.person === stolen.email);
    await running.operator('sessions end', { session: found?.id });
    expect(await isIn(stolen.cookie)).toBe(false);
    expect((await running.operator('sessions end', { session: found?.id })).status).toBe(404);
  });

  it("has its person's present role, and ends when they are removed", async () => {
    const { cookie, email } = await newPerson(running, { role: 'viewer' });
    const audit = async () => (await commandAs(running, cookie, 'audit list')).status;
    expect(await audit()).toBe(403);
    await running.operator('people change-role', { person: email, role: 'finance' });
    expect(await audit()).toBe(200);
    await running.operator('people remove', { person: email });
    expect(await audit()).toBe(401);
  });

  it('is named by its person in the audit', async () => {
    const { cookie, email } = await newPerson(running, { role: 'finance' });
    const { id: gate } = await running.db
      .selectFrom('gates')
      .select('id')
      .executeTakeFirstOrThrow();
    for (const command of ['gates freeze', 'gates thaw']) {
      expect((await commandAs(running, cookie, command, { gate })).status).toBe(200);
    }
    const { body } = await running.operator('audit list', { subject: gate });
    expect(body).toMatchObject({ items: [{ actor: `person ${email}`, role: 'finance' }, {}] });
  });
});

describe('attempts to sign in', () => {
  it('are limited for an account and for an address, and allowed again with time', () => {
    let nowMs = 0;
    const limit = createSignInLimit(1, () => nowMs);
    for (let tried = 0; tried < 10; tried += 1) {
      expect(limit.take('a@x', `10.0.0.${String(tried)}`)).toBeUndefined();
    }
    expect(limit.take('A@X', '10.0.1.1')).toBe(90);
    nowMs += 90_000;
    expect(limit.take('a@x', '10.0.1.1')).toBeUndefined();
    const other = createSignInLimit(1, () => nowMs);
    for (let tried = 0; tried < 40; tried += 1) {
      expect(other.take(`${String(tried)}@x`, '10.0.0.1')).toBeUndefined();
    }
    expect(other.take('b@x', '10.0.0.1')).toBeGreaterThan(0);
  });

  it.each([
    ['an IPv4 address, however it is written', '10.0.0.1', '::ffff:10.0.0.1', 'same'],
    ['addresses of one IPv6 network', '2001:db8::1', '2001:db8:0:0:ffff::2', 'same'],
    ['another IPv6 network', '2001:db8::1', '2001:db8:0:1::1', 'other'],
  ])('are counted for %s', (_, first, second, network) => {
    const limit = createSignInLimit(1, () => 0);
    for (let tried = 0; tried < 40; tried += 1) limit.take(`${String(tried)}@x`, first);
    expect(limit.take('b@x', second) === undefined).toBe(network === 'other');
  });

  it('are refused with the time to wait', async () => {
    const { passkey } = await newPerson(running, { role: 'viewer' });
    const answers = [];
    for (let tried = 0; tried < 11; tried += 1) {
      answers.push(await people.signIn(passkey, { forged: true }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
