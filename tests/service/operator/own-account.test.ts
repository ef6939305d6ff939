/** A person's own account: passkeys and sessions. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makePasskey } from '../../support/operator/authenticator.ts';
import { passkeyPeople } from './passkey-people.ts';
import {
  accept,
  inviteLink,
  offerOf,
  originOf,
  tokenIn,
  type Person,
} from '../../support/operator/people.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const SECOND_MS = 1_000;

const running = serviceForTests({ now: clock.now });
let people: ReturnType<typeof passkeyPeople>;
let person: Person;

beforeAll(async () => {
  people = passkeyPeople(running, clock);
  person = await people.newOwner({ role: 'finance' });
});

async function account(cookie: string) {
  return accountAnswer.parse((await people.own(cookie, '/account', 'GET')).body);
}

const accountAnswer = z.object({
  passkeys: z.array(z.object({ id: z.string(), name: z.string() })),
  sessions: z.array(z.object({ id: z.string(), current: z.boolean() })),
});

describe('one’s own passkeys', () => {
  /** Confirms with a passkey, and asks for another one. */
  const asked = async ({ cookie, passkey }: Pick<Person, 'cookie' | 'passkey'>) =>
    people.own(cookie, '/passkeys/options', 'POST', await people.confirmedBy(passkey, cookie));

  async function add(owner: Pick<Person, 'cookie' | 'passkey'>, name: string) {
    const { cookie } = owner;
    const { body } = await asked(owner);
    clock.advance(SECOND_MS);
    const { passkey, response } = makePasskey(body, originOf(running));
    const added = await people.own(cookie, '/passkeys', 'POST', { name, response });
    return { ...added, passkey, response };
  }

  it('are added after one of them confirmed it, each once', async () => {
    const stranger = await people.newOwner();
    const { cookie } = person;
    for (const body of [{}, await people.confirmedBy(stranger.passkey, stranger.cookie)]) {
      expect((await people.own(cookie, '/passkeys/options', 'POST', body)).status).toBe(400);
    }
    const { status, passkey, response } = await add(person, 'Phone');
    expect(status).toBe(200);
    const again = await people.own(person.cookie, '/passkeys', 'POST', { name: 'Phone', response });
    expect(again.status).toBe(409);
    expect((await add({ cookie, passkey }, 'Security key')).status).toBe(200);
    const { passkeys } = await account(person.cookie);
    expect(passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone', 'Security key']);
    const rows = await people.rowsOf('passkeys add', person.email);
    expect(rows.map(({ after }) => after)).toMatchObject([
      { name: 'Security key' },
      { name: 'Phone' },
    ]);
    expect(
      (await people.own(stranger.cookie, `/passkeys/${passkeys[0]!.id}`, 'DELETE')).status,
    ).toBe(404);
  });

  it("are not added with another person's challenge", async () => {
    const { body } = await asked(person);
    const { response } = makePasskey(body, originOf(running));
    const stranger = await people.newOwner();
    const given = { name: 'Theirs', response };
    expect((await people.own(stranger.cookie, '/passkeys', 'POST', given)).status).toBe(400);
  });

  it('are removed, except the last way to sign in', async () => {
    const { cookie, passkey } = await people.newOwner();
    const [only] = (await account(cookie)).passkeys;
    const removed = () => people.own(cookie, `/passkeys/${only!.id}`, 'DELETE');
    expect((await removed()).status).toBe(409);
    expect((await add({ cookie, passkey }, 'Spare')).status).toBe(200);
    expect((await removed()).status).toBe(200);
    expect((await people.signIn(passkey)).status).toBe(401);
  });

  it('and sessions end when their owner, who lost them, accepts a second link', async () => {
    const { email, cookie, passkey } = await people.newOwner({ role: 'support' });
    await add({ cookie, passkey }, 'Phone');
    const again = { role: 'support', email };
    const [unused, link] = [await inviteLink(running, again), await inviteLink(running, again)];
    expect((await people.signIn(passkey)).status).toBe(200);
    const token = tokenIn(link);
    expect(await offerOf(running, token)).toMatchObject({ known: true, email, role: 'support' });
    const renewed = await accept(running, { token });
    expect((await account(renewed.cookie)).passkeys).toHaveLength(1);
    expect((await people.own(cookie, '/account', 'GET')).status).toBe(401);
    expect((await people.signIn(passkey)).status).toBe(401);
    expect((await people.signIn(renewed.passkey)).status).toBe(200);
    await expect(accept(running, { token: tokenIn(unused) })).rejects.toThrow();
    const otherRole = await running.operator('people invite', { role: 'admin', email });
    expect(otherRole).toMatchObject({
      status: 409,
      body: { detail: /already has the role support/ },
    });
  });
});

describe('one’s own account', () => {
  it('ends its own sessions, and nobody else’s', async () => {
    const { email, cookie, passkey } = await people.newOwner();
    const others = [];
    for (let begun = 0; begun < 3; begun += 1) others.push((await people.signIn(passkey)).cookie);
    const { sessions } = await account(cookie);
    expect(sessions.map(({ current }) => current)).toEqual([false, false, false, true]);
    const [latest] = sessions;
    const stranger = await people.newOwner();
    expect((await people.own(stranger.cookie, `/sessions/${latest!.id}`, 'DELETE')).status).toBe(
      404,
    );
    expect((await people.own(cookie, `/sessions/${latest!.id}`, 'DELETE')).status).toBe(200);
    expect((await people.own(others[2]!, '/account', 'GET')).status).toBe(401);
    const ended = await people.own(cookie, '/others', 'DELETE');
    expect(ended).toMatchObject({ body: { sessions_ended: 2 } });
    expect((await account(cookie)).sessions).toHaveLength(1);
    await people.own(cookie, '', 'DELETE');
    const rows = await people.rowsOf('sessions end', email);
    expect(rows.map(({ after }) => after)).toEqual([
      { ended_at: expect.any(String) as unknown },
      { sessions_ended: 2 },
      { ended_at: expect.any(String) as unknown },
    ]);
  });
});
