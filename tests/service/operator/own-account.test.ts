/** A person's own account: passkeys, password, recovery codes and sessions. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makePasskey } from './authenticator.ts';
import { acceptWithPasskey, originOf, passkeyPeople } from './passkey-people.ts';
import {
  browse,
  newPerson,
  nextCode,
  offerOf,
  PASSWORD,
  tokenIn,
  type Person,
} from '../../support/operator/people.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const SECOND_MS = 1_000;

const running = serviceForTests({ now: clock.now });
let people: ReturnType<typeof passkeyPeople>;
/** A person with a password and an authenticator. */
let person: Person;

beforeAll(async () => {
  people = passkeyPeople(running, clock);
  person = await newPerson(running, clock, { role: 'finance' });
});

async function account(cookie: string) {
  return accountAnswer.parse((await people.own(cookie, '/account', 'GET')).body);
}

const accountAnswer = z.object({
  password: z.boolean(),
  recovery_codes: z.number(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string() })),
  sessions: z.array(z.object({ id: z.string(), current: z.boolean() })),
});

describe('one’s own passkeys', () => {
  const asked = (cookie: string, proof: object) => {
    clock.advance(SECOND_MS);
    return people.own(cookie, '/passkeys/options', 'POST', { proof });
  };

  async function add(cookie: string, name: string, proof: object = { password: PASSWORD }) {
    const { body } = await asked(cookie, proof);
    const { passkey, response } = makePasskey(body, originOf(running));
    const added = await people.own(cookie, '/passkeys', 'POST', { name, response });
    return { ...added, passkey, response };
  }

  it('are added with proof of presence, each once', async () => {
    expect((await asked(person.cookie, { password: 'another lamp of tin' })).status).toBe(400);
    const { status, passkey, response } = await add(person.cookie, 'Phone');
    expect(status).toBe(200);
    const again = await people.own(person.cookie, '/passkeys', 'POST', { name: 'Phone', response });
    expect(again.status).toBe(409);
    const proof = () => people.proofBy(passkey, person.cookie);
    expect((await add(person.cookie, 'Security key', await proof())).status).toBe(200);
    const { passkeys } = await account(person.cookie);
    expect(passkeys.map(({ name }) => name)).toEqual(['Phone', 'Security key']);
    const rows = await people.rowsOf('passkeys add', person.email);
    expect(rows.map(({ after }) => after)).toMatchObject([
      { name: 'Security key' },
      { name: 'Phone' },
    ]);
    const stranger = await people.newOwner();
    expect(
      (await people.own(stranger.cookie, `/passkeys/${passkeys[0]!.id}`, 'DELETE')).status,
    ).toBe(404);
  });

  it("are not added with another person's challenge", async () => {
    const { body } = await asked(person.cookie, { password: PASSWORD });
    const { response } = makePasskey(body, originOf(running));
    const stranger = await people.newOwner();
    const given = { name: 'Theirs', response };
    expect((await people.own(stranger.cookie, '/passkeys', 'POST', given)).status).toBe(400);
  });

  it('are removed, except the last way to sign in', async () => {
    const { email, cookie, passkey } = await people.newOwner();
    const [only] = (await account(cookie)).passkeys;
    const removed = () => people.own(cookie, `/passkeys/${only!.id}`, 'DELETE');
    expect((await removed()).status).toBe(409);
    const byAdmin = await running.operator('passkeys remove', { passkey: only!.id });
    expect(byAdmin).toMatchObject({ status: 409, body: { detail: /reset-second-factor/ } });
    const proof = await people.proofBy(passkey, cookie);
    expect((await add(cookie, 'Spare', proof)).status).toBe(200);
    expect((await removed()).status).toBe(200);
    expect((await people.signIn(passkey)).status).toBe(401);
    const { body } = await running.operator('passkeys list', { person: email });
    expect(body).toMatchObject({ items: [{ name: 'Spare', person: email }] });
  });

  it('end when the second factor is reset; the link adds a new one and asks for the existing password', async () => {
    const known = await newPerson(running, clock, { role: 'viewer' });
    const { passkey } = await add(known.cookie, 'Phone');
    const keyless = await people.newOwner();
    const reset = async (email: string) => {
      const { body } = await running.operator('people reset-second-factor', { person: email });
      return tokenIn(z.object({ link: z.string() }).parse(body).link);
    };
    const token = await reset(known.email);
    expect((await people.signIn(passkey)).status).toBe(401);
    const { body: options } = await browse(running, 'session/offer/passkey', { body: { token } });
    const { response } = makePasskey(options, originOf(running));
    const given = { token, passkey: { name: 'New phone', response } };
    expect((await browse(running, 'session/accept', { body: given })).status).toBe(400);
    const body = { ...given, password: PASSWORD };
    expect((await browse(running, 'session/accept', { body })).status).toBe(200);
    expect(await people.shown(known.email)).toMatchObject({ passkeys: 1, password: false });

    const again = await reset(keyless.email);
    expect(await offerOf(running, again)).toMatchObject({ known: true, has_password: false });
    const { cookie } = await acceptWithPasskey(running, clock, again);
    expect((await account(cookie)).passkeys).toHaveLength(1);
  });
});

describe('one’s own account', () => {
  it('gets a new password, which ends the other sessions', async () => {
    const { email, cookie, secret } = await newPerson(running, clock, { role: 'viewer' });
    const old = { email, password: PASSWORD };
    const signIn = (given: object) =>
      browse(running, 'session', { body: { ...old, code: nextCode(clock, secret), ...given } });
    const { cookie: other } = await signIn({});
    const changed = (body: object) => people.own(cookie, '/password', 'POST', body);
    const password = 'seven lamps of zinc';
    expect((await changed({ proof: { password }, password })).status).toBe(400);
    expect((await changed({ proof: old, password })).status).toBe(400);
    const proof = { password: PASSWORD };
    expect((await changed({ proof, password: 'password1234' })).status).toBe(400);
    expect(await changed({ proof, password })).toMatchObject({ body: { sessions_ended: 1 } });
    expect((await people.own(other, '/account', 'GET')).status).toBe(401);
    expect((await people.own(cookie, '/account', 'GET')).status).toBe(200);
    expect((await signIn({})).status).toBe(401);
    await expect.poll(() => people.shown(email)).toMatchObject({ failed_sign_ins: 2 });
    expect(await signIn({ password })).toMatchObject({ body: { failed_before: 2 } });
    const [begun] = await people.rowsOf('sessions begin', email);
    expect(begun?.after).toEqual({ way: 'password', failed_before: 2 });
  });

  it('gets new recovery codes, which void the old ones', async () => {
    const { email, cookie, recoveryCodes } = await newPerson(running, clock, { role: 'viewer' });
    const proof = { password: PASSWORD };
    const { body } = await people.own(cookie, '/recovery-codes', 'POST', { proof });
    const { recovery_codes: codes } = z.object({ recovery_codes: z.array(z.string()) }).parse(body);
    const signIn = (code?: string) =>
      browse(running, 'session', { body: { email, password: PASSWORD, code } });
    expect((await signIn(recoveryCodes[0])).status).toBe(401);
    expect((await signIn(codes[0])).status).toBe(200);
    expect(await account(cookie)).toMatchObject({ password: true, recovery_codes: 9 });
    const [begun] = await people.rowsOf('sessions begin', email);
    expect(begun?.after).toMatchObject({ way: 'recovery code' });
  });

  it('gets neither without a password', async () => {
    const { cookie, passkey } = await people.newOwner();
    const proof = () => people.proofBy(passkey, cookie);
    const password = 'seven lamps of zinc';
    const changed = await people.own(cookie, '/password', 'POST', {
      proof: await proof(),
      password,
    });
    expect(changed.status).toBe(409);
    const codes = await people.own(cookie, '/recovery-codes', 'POST', { proof: await proof() });
    expect(codes.status).toBe(409);
  });

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
      { ended: true },
      { sessions_ended: 2 },
      { ended: true },
    ]);
  });
});
