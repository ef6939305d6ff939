/** Creating and using passkeys, and refusals, with a software authenticator. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makePasskey, signWith, type Wrong } from '../../support/operator/authenticator.ts';
import { passkeyPeople } from './passkey-people.ts';
import {
  accept,
  browse,
  commandAs,
  inviteLink,
  offerOf,
  originOf,
  tokenIn,
  type Answer,
} from '../../support/operator/people.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService } from '../../support/process/service.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const SECOND_MS = 1_000;
const CHALLENGE_MS = 5 * 60_000;

const running = serviceForTests({ now: clock.now });
let people: ReturnType<typeof passkeyPeople>;

beforeAll(() => {
  people = passkeyPeople(running, clock);
});

function saidIn({ status, cookie, body }: Answer) {
  const { request_id: _, ...rest } = z.looseObject({}).parse(body);
  return JSON.stringify({ status, cookie, ...rest });
}

describe('a passkey', () => {
  it('accepts a link, and signs in without typing', async () => {
    const { email, passkey, cookie } = await people.newOwner({ role: 'finance' });
    expect((await commandAs(running, cookie, 'audit list')).status).toBe(200);
    const answer = await people.signIn(passkey);
    expect(answer).toMatchObject({ status: 200, body: { email, role: 'finance' } });
    expect((await commandAs(running, answer.cookie, 'audit list')).status).toBe(200);
    expect(await people.shown(email)).toMatchObject({ passkeys: 1 });
    const [begun] = await people.rowsOf('sessions begin', email);
    expect(begun).toMatchObject({ address: '127.0.0.1', after: { way: 'passkey' } });
  });

  it('is requested with user verification, as a discoverable credential', async () => {
    expect(await people.challenged()).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    });
    const token = tokenIn(
      await inviteLink(running, { role: 'viewer', email: 'asked@pay.example' }),
    );
    const { body } = await browse(running, 'session/offer/passkey', { body: { token } });
    expect(body).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'asked@pay.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('is refused with the same answer whatever is wrong, and the attempt is recorded', async () => {
    const { email, passkey, cookie } = await people.newOwner();
    const wrongs: Wrong[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { unverified: true },
      { type: 'webauthn.create' },
      { forged: true },
      { userHandle: Buffer.alloc(16).toString('base64url') },
    ];
    const answers = [];
    for (const wrong of wrongs) answers.push(await people.signIn(passkey, wrong));
    // Challenges issued for another purpose, never issued, and expired.
    answers.push(
      await people.signIn(passkey, {}, await people.challenged('session/confirmation', cookie)),
    );
    const made = { challenge: Buffer.alloc(56).toString('base64url'), rpId: 'localhost' };
    answers.push(await people.signIn(passkey, {}, made));
    const old = await people.challenged();
    clock.advance(CHALLENGE_MS);
    answers.push(await people.signIn(passkey, {}, old));
    answers.push(await people.signIn({ ...passkey, id: 'AAAA' }));
    expect(new Set(answers.map(saidIn)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    const failed = answers.length - 1;
    await expect.poll(() => people.shown(email)).toMatchObject({ failed_sign_ins: failed });
  });

  it('answers a challenge once, and none older than its last', async () => {
    const { passkey } = await people.newOwner();
    const [older, newer] = [await people.challenged(), await people.challenged()];
    const response = signWith(passkey, newer, originOf(running));
    expect((await people.send(response)).status).toBe(200);
    expect((await people.send(response)).status).toBe(401);
    expect((await people.signIn(passkey, {}, older)).status).toBe(401);
    expect((await people.signIn(passkey)).status).toBe(200);
  });

  it('is distinguished from its copy: a counter that did not increase is refused and recorded', async () => {
    const { email, passkey } = await people.newOwner();
    passkey.counter = 7;
    const replayed = signWith(passkey, await people.challenged(), originOf(running));
    expect((await people.send(replayed)).status).toBe(200);
    expect((await people.send(replayed)).status).toBe(401);
    expect(await people.rowsOf('passkeys refuse', email)).toEqual([]);
    expect((await people.signIn(passkey, { counter: 5 })).status).toBe(401);
    const [row] = await people.rowsOf('passkeys refuse', email);
    expect(row?.after).toEqual({ counter: '5' });
  });

  it('answers a challenge of another process', async () => {
    const data = await newServiceData({ seeded: true });
    const options = { data, now: clock.now, env: { OPERATOR_PUBLIC_URL: 'https://ops.example' } };
    try {
      const first = await startService(options);
      const token = tokenIn(await inviteLink(first, { role: 'viewer', email: 'x@pay.example' }));
      const { passkey } = await accept(first, { token }, 'https://ops.example');
      clock.advance(SECOND_MS);
      const { body } = await browse(first, 'session/passkey/options', { body: {} });
      expect(body).toMatchObject({ rpId: 'ops.example' });
      await first.close();
      const second = await startService(options);
      const signed = { passkey: signWith(passkey, body, 'https://ops.example') };
      expect((await browse(second, 'session/passkey', { body: signed })).status).toBe(200);
      await second.close();
    } finally {
      await data.remove();
    }
  });

  it.each<[string, Wrong]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['nobody verified', { unverified: true }],
    ['a signature in its place', { type: 'webauthn.get' }],
  ])('is not accepted with %s, and the link still works', async (_what, wrong) => {
    const token = tokenIn(await inviteLink(running, { role: 'viewer', email: 'w@pay.example' }));
    const { body: options } = await browse(running, 'session/offer/passkey', { body: { token } });
    const { response } = makePasskey(options, originOf(running), wrong);
    const body = { token, passkey: { name: 'Laptop', response } };
    const answer = await browse(running, 'session/accept', { body });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(/"\/passkey".*Is not the requested one/);
    expect(await offerOf(running, token)).toMatchObject({ email: 'w@pay.example' });
  });
});
