/** Rows that grant access, inserted or altered by someone other than the service. */
import { describe, expect, it } from 'vitest';
import { findPerson } from '#service/operator/people/store.ts';
import { recoveryCodeHash } from '#service/operator/people/sign-in.ts';
import { newToken, tokenHash } from '#service/operator/tokens.ts';
import {
  browse,
  commandAs,
  inviteLink,
  newPerson,
  nextCode,
  PASSWORD,
  tokenIn,
} from '../../support/operator/people.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const HOUR_MS = 3_600_000;

const running = serviceForTests({ now: clock.now });

describe('stored access', () => {
  it('gives a mere database writer neither entry nor a higher role', async () => {
    const { db } = running;
    const admin = await newPerson(running, clock, { role: 'admin' });
    const viewer = await newPerson(running, clock, { role: 'viewer' });
    const idOf = async ({ email }: { email: string }) => (await findPerson(db, email))!.id;
    const [adminId, viewerId] = [await idOf(admin), await idOf(viewer)];
    const isIn = async (cookie = viewer.cookie) =>
      (await commandAs(running, cookie, 'merchants list')).status === 200;
    const { id: sessionId } = await db
      .selectFrom('operator_sessions')
      .select('id')
      .where('person_id', '=', viewerId)
      .executeTakeFirstOrThrow();
    const isInWith = async (
      table: 'people' | 'operator_sessions',
      id: string,
      changes: object,
    ): Promise<boolean> => {
      const row = db.selectFrom(table).selectAll().where('id', '=', id);
      const kept = await row.executeTakeFirstOrThrow();
      await db.updateTable(table).set(changes).where('id', '=', id).execute();
      const still = await isIn();
      await db.updateTable(table).set(kept).where('id', '=', id).execute();
      return still;
    };
    for (const changes of [{ role: 'admin' }, { email: 'x@pay.example' }, { grant_mac: null }]) {
      expect(await isInWith('people', viewerId, changes)).toBe(false);
    }
    const later = new Date(clock.now().getTime() + 99 * HOUR_MS);
    for (const changes of [{ person_id: adminId }, { expires_at: later }]) {
      expect(await isInWith('operator_sessions', sessionId, changes)).toBe(false);
    }
    expect(await isIn()).toBe(true);

    const out = await newPerson(running, clock, { role: 'admin' });
    const cookie = out.cookie;
    await browse(running, 'session', { method: 'DELETE', headers: { cookie } });
    await db.updateTable('operator_sessions').set({ ended_at: null }).execute();
    expect(await isIn(cookie)).toBe(false);
    const guessed = newToken();
    const from = { created_at: clock.now(), last_used_at: clock.now(), ended_at: null };
    const expires_at = new Date(clock.now().getTime() + HOUR_MS);
    const added = { id: adminId, person_id: adminId, address: null, agent: null, expires_at };
    await db
      .insertInto('operator_sessions')
      .values({ ...added, ...from, token_hash: tokenHash(guessed) })
      .execute();
    expect(await isIn(`tollgate_operator=${guessed}`)).toBe(false);

    const code = 'ABCDEFGHIJKLMNOP';
    const hash = recoveryCodeHash(code);
    const own = viewer.recoveryCodes[0]!;
    await db
      .insertInto('recovery_codes')
      .values({ person_id: adminId, code_hash: hash, used_at: null })
      .execute();
    await db
      .updateTable('recovery_codes')
      .set({ person_id: adminId })
      .where('code_hash', '=', recoveryCodeHash(own))
      .execute();
    for (const each of [code, own]) {
      const body = { email: admin.email, password: PASSWORD, code: each };
      expect((await browse(running, 'session', { body })).status).toBe(401);
    }

    const link = tokenIn(await inviteLink(running, { role: 'viewer' }));
    await db
      .updateTable('invitations')
      .set({ role: 'admin' })
      .where('token_hash', '=', tokenHash(link))
      .execute();
    expect((await browse(running, 'session/offer', { body: { token: link } })).status).toBe(404);
  });

  it('recorded by an earlier release lets nobody in until an admin confirms it', async () => {
    const { db } = running;
    const person = await newPerson(running, clock, { role: 'support' });
    const { body: issued } = await running.operator('tokens issue', {
      name: 'old',
      role: 'viewer',
    });
    const { token } = issued as { token: string };
    const isIn = async () => {
      const { email, secret } = person;
      const body = { email, password: PASSWORD, code: nextCode(clock, secret) };
      const byToken = await browse(running, 'merchants/list', {
        body: {},
        headers: { authorization: `Bearer ${token}` },
      });
      return [(await browse(running, 'session', { body })).status, byToken.status];
    };
    await db
      .updateTable('people')
      .set({ grant_mac: null })
      .where('email', '=', person.email)
      .execute();
    await db
      .updateTable('operator_tokens')
      .set({ grant_mac: null })
      .where('name', '=', 'old')
      .execute();
    expect(await isIn()).toEqual([401, 401]);
    const { body } = await running.operator('people confirm');
    expect(body).toMatchObject({ people: [`${person.email}: support`], tokens: ['old: viewer'] });
    expect(await isIn()).toEqual([200, 200]);
  });
});
