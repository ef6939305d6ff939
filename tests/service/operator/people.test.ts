/** How people get and lose access to operate the service: links and removal. */
import { sql } from 'kysely';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import {
  accept,
  browse,
  commandAs,
  inviteLink,
  newPerson,
  offerOf,
  originOf,
  tokenIn,
} from '../../support/operator/people.ts';
import { makePasskey } from '../../support/operator/authenticator.ts';
import { listed } from '../../support/process/operator-answers.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const HOUR_MS = 3_600_000;

const running = serviceForTests({ now: clock.now });

function opened(token: string) {
  return browse(running, 'session/offer', { body: { token } });
}

/** Creates a passkey for the person of a link. */
async function newPasskey(body: { token: string; email?: string }) {
  const { body: options } = await browse(running, 'session/offer/passkey', { body });
  return { name: 'Laptop', response: makePasskey(options, originOf(running)).response };
}

describe('a link', () => {
  it('leads to the operators’ listener, and adds a person, once', async () => {
    const url = await inviteLink(running, { role: 'viewer' });
    expect(new URL(url).port).toBe(new URL(running.operatorUrl).port);
    const token = tokenIn(url);
    expect(await offerOf(running, token)).toMatchObject({ role: 'viewer', known: false });
    const person = await accept(running, { token, email: 'Ada@pay.example' });
    expect((await commandAs(running, person.cookie, 'merchants list')).status).toBe(200);
    expect((await opened(token)).status).toBe(404);
    const shown = await running.operator('people show', { person: 'ada@PAY.example' });
    expect(shown.body).toMatchObject({ email: 'Ada@pay.example', role: 'viewer', merchant: null });
  });

  it('expires, and is then answered like an unknown one', async () => {
    const token = tokenIn(await inviteLink(running, { role: 'viewer', hours: 1 }));
    clock.advance(HOUR_MS - 1);
    expect((await opened(token)).status).toBe(200);
    clock.advance(1);
    const [expired, unknown] = [await opened(token), await opened('x'.repeat(43))];
    expect([expired.status, unknown.status]).toEqual([404, 404]);
    expect(detailOf(expired)).toBe(detailOf(unknown));
  });

  it.each([
    [{ email: 'nobody' }, /"\/email".*Must be an e-mail/],
    [{ email: 'ada@pay.example,eve@evil.example' }, /"\/email".*Must be an e-mail/],
    [{ email: 'ada@pay.example;eve@evil.example' }, /"\/email".*Must be an e-mail/],
    [{ email: 'аda@pay.example' }, /"\/email".*Must be an e-mail address in ASCII/],
    [{ email: 'ada@pаy.example' }, /"\/email".*Must be an e-mail address in ASCII/],
    [{ email: 'Taken@pay.example' }, /"\/email".*Belongs to somebody else/],
  ])('still works after %j', async (wrong, said) => {
    const taken = await running.operator('people show', { person: 'taken@pay.example' });
    if (taken.status === 404) {
      const link = await inviteLink(running, { role: 'viewer', email: 'taken@pay.example' });
      await accept(running, { token: tokenIn(link) });
    }
    const token = tokenIn(await inviteLink(running, { role: 'viewer' }));
    const body = { token, ...wrong, passkey: await newPasskey({ token, ...wrong }) };
    const answer = await browse(running, 'session/accept', { body });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(said);
    expect((await opened(token)).status).toBe(200);
  });

  it('is listed until it is withdrawn, and then stops working', async () => {
    const token = tokenIn(await inviteLink(running, { role: 'viewer', email: 'gone@pay.example' }));
    const links = async () => {
      const { body } = await running.operator('invitations list');
      const items = z.array(z.object({ id: z.uuid(), email: z.string().nullable() }));
      return listed(items, body).filter(({ email }) => email === 'gone@pay.example');
    };
    const [invitation] = await links();
    await running.operator('invitations withdraw', { invitation: invitation?.id });
    expect(await links()).toEqual([]);
    expect((await opened(token)).status).toBe(404);
  });

  it('tells that it was opened before', async () => {
    const email = 'twice@pay.example';
    const token = tokenIn(await inviteLink(running, { role: 'viewer', email }));
    const first = await offerOf(running, token);
    const openedAt = clock.now().toISOString();
    clock.advance(HOUR_MS);
    const second = await offerOf(running, token);
    expect([first.opened_before, second.opened_before]).toEqual([null, openedAt]);
  });

  it('adds one person if two accept it at once', async () => {
    const token = tokenIn(await inviteLink(running, { role: 'viewer' }));
    const bodies = await Promise.all(
      ['one@pay.example', 'two@pay.example'].map(async (email) => {
        const passkey = await newPasskey({ token, email });
        return { token, email, passkey };
      }),
    );
    const answers = await Promise.all(
      bodies.map((body) => browse(running, 'session/accept', { body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('leads to the console, with its token in the fragment, which is never sent', async () => {
    const url = await inviteLink(running, { role: 'viewer', email: 'page@pay.example' });
    const token = tokenIn(url);
    expect(url).toBe(`${originOf(running)}/console/invite#${token}`);
    await accept(running, { token });
    expect(running.logs()).not.toContain(token);
  });

  it('is for one merchant with the role merchant only', async () => {
    const { merchant_id: merchant } = running.sandbox;
    for (const input of [{ role: 'merchant' }, { role: 'viewer', merchant }]) {
      expect((await running.operator('people invite', input)).status).toBe(400);
    }
    const person = await newPerson(running, { role: 'merchant', merchant });
    const shown = await running.operator('people show', { person: person.email });
    expect(shown.body).toMatchObject({ role: 'merchant', merchant });
  });
});

describe('the last admin', () => {
  it('cannot be removed, even if others leave at the same time', async () => {
    const [one, two] = [
      await newPerson(running, { role: 'admin' }),
      await newPerson(running, { role: 'admin' }),
    ];
    const answers = await Promise.all([
      running.operator('people remove', { person: one.email }),
      running.operator('people change-role', { person: two.email, role: 'viewer' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { rows } = await sql<{ email: string }>`
      select email from people where role = 'admin' and removed_at is null`.execute(running.db);
    expect(rows).toHaveLength(1);
    const [{ email: person } = { email: '' }] = rows;
    for (const command of ['people remove', 'people change-role']) {
      const input = { person, ...(command === 'people change-role' && { role: 'viewer' }) };
      const answer = await running.operator(command, input);
      expect(answer.status).toBe(409);
      expect(detailOf(answer)).toMatch(/last admin/);
    }
  });
});

describe('stored data of people', () => {
  it('lets nobody sign in: no passkey, cookie or link', async () => {
    const url = await inviteLink(running, { role: 'viewer', email: 'rest@pay.example' });
    const person = await accept(running, { token: tokenIn(url) });
    const tables = ['people', 'passkeys', 'invitations', 'operator_sessions', 'audit'] as const;
    const rows = await Promise.all(
      tables.map((table) => running.db.selectFrom(table).selectAll().execute()),
    );
    const rest = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(rest).toContain('rest@pay.example');
    const [, cookie = ''] = person.cookie.split('=');
    const { d: privateKey = '' } = person.passkey.privateKey.export({ format: 'jwk' });
    const secrets = [privateKey, cookie, tokenIn(url)];
    for (const secret of secrets) {
      expect(rest).not.toContain(secret);
      expect(running.logs()).not.toContain(secret);
    }
  });

  it('includes in the audit who accepted', async () => {
    const { email } = await newPerson(running, { role: 'support' });
    const { body } = await running.operator('audit list', { actor: `person ${email}` });
    expect(body).toMatchObject({
      items: [
        { command: 'sessions begin', after: '{"way":"link"}' },
        { command: 'people accept', role: 'support' },
      ],
    });
  });
});

function detailOf({ body }: { body: unknown }): unknown {
  return (body as { detail: unknown }).detail;
}
