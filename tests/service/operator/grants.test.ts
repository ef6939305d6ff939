/** Rows that grant access, inserted or altered by someone other than the service. */
import { describe, expect, it } from 'vitest';
import { findPerson } from '#service/operator/people/store.ts';
import { newToken, tokenHash } from '#service/operator/tokens.ts';
import {
  browse,
  commandAs,
  inviteLink,
  newPerson,
  tokenIn,
} from '../../support/operator/people.ts';
import { passkeyPeople } from './passkey-people.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const HOUR_MS = 3_600_000;

const running = serviceForTests({ now: clock.now });

describe('stored access', () => {
  it('gives a mere database writer neither entry nor a higher role', async () => {
    const { db } = running;
    const admin = await newPerson(running, { role: 'admin' });
    const viewer = await newPerson(running, { role: 'viewer' });
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

    const out = await newPerson(running, { role: 'admin' });
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

    const { signIn } = passkeyPeople(running, clock);
    const passkeys = db.updateTable('passkeys').where('person_id', '=', viewerId);
    await passkeys.set({ person_id: adminId }).execute();
    expect((await signIn(viewer.passkey)).status).toBe(401);

    const link = tokenIn(await inviteLink(running, { role: 'viewer' }));
    await db
      .updateTable('invitations')
      .set({ role: 'admin' })
      .where('token_hash', '=', tokenHash(link))
      .execute();
    expect((await browse(running, 'session/offer', { body: { token: link } })).status).toBe(404);
  });

  it('without its keyed hash lets nobody in: neither a person nor a program', async () => {
    const { db } = running;
    const { email, passkey } = await newPerson(running, { role: 'support' });
    const { body: issued } = await running.operator('tokens issue', {
      name: 'old',
      role: 'viewer',
    });
    const { token } = issued as { token: string };
    await db.updateTable('people').set({ grant_mac: null }).where('email', '=', email).execute();
    await db
      .updateTable('operator_tokens')
      .set({ grant_mac: null })
      .where('name', '=', 'old')
      .execute();
    const byToken = await browse(running, 'merchants/list', {
      body: {},
      headers: { authorization: `Bearer ${token}` },
    });
    expect(byToken.status).toBe(401);
    expect((await passkeyPeople(running, clock).signIn(passkey)).status).toBe(401);
  });
});
