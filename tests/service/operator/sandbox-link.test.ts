/** The link that a sandbox prints when it starts: it signs in the sandbox's admin at once, and no one anywhere else. */
import { describe, expect, it } from 'vitest';
import {
  accept,
  browse,
  commandAs,
  inviteLink,
  newPerson,
  offerOf,
  tokenIn,
} from '../../support/operator/people.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService } from '../../support/process/service.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const ADMIN = 'admin@sandbox.example';

const running = serviceForTests({ now: clock.now });

async function link() {
  const path = await running.service.inviteFirst();
  return path === undefined ? undefined : tokenIn(path);
}

function enter(token: string) {
  return browse(running, 'session/accept', { body: { token } });
}

describe("a sandbox's link", () => {
  it('leads to a page that says it is a sandbox', async () => {
    const { status, body } = await browse(running, 'session/deployment', { method: 'GET' });
    expect([status, body]).toEqual([200, { sandbox: true, quiet: false }]);
  });

  it('signs its admin in at once, and again after signing out', async () => {
    const token = (await link()) ?? '';
    expect(await offerOf(running, token)).toMatchObject({ role: 'admin', lets_in: true });
    for (const time of ['first', 'second']) {
      const { status, cookie } = await enter(token);
      expect(status, time).toBe(200);
      expect((await commandAs(running, cookie, 'people list')).body).toMatchObject({
        items: [{ email: ADMIN, role: 'admin', passkeys: 0 }],
      });
      await browse(running, 'session', { method: 'DELETE', headers: { cookie } });
    }
    expect(await link()).toBeDefined();
  });

  it('is the only such link: no other link signs in at once, not even for the same person', async () => {
    const invited = tokenIn(await inviteLink(running, { role: 'admin', email: 'ada@pay.example' }));
    const again = tokenIn(await inviteLink(running, { role: 'admin', email: ADMIN }));
    for (const token of [invited, again, 'x'.repeat(43)]) {
      expect((await enter(token)).status).toBe(404);
    }
  });

  it('ends once the admin has a passkey', async () => {
    const token = (await link()) ?? '';
    await accept(running, {
      token: tokenIn(await inviteLink(running, { role: 'admin', email: ADMIN })),
    });
    expect((await enter(token)).status).toBe(404);
    expect(await link()).toBeUndefined();
  });
});

describe('a service with another person', () => {
  it('accepts no link from an earlier start', async () => {
    const other = await startService({ now: clock.now });
    try {
      const token = tokenIn((await other.service.inviteFirst()) ?? '');
      await newPerson(other, { role: 'admin' });
      expect((await browse(other, 'session/accept', { body: { token } })).status).toBe(404);
      expect(await other.service.inviteFirst()).toBeUndefined();
    } finally {
      await other.close();
    }
  });
});

describe('a service without a sandbox', () => {
  it('creates no such link, and accepts none', async () => {
    const live = await startService({ now: clock.now });
    try {
      const token = tokenIn((await live.service.inviteFirst()) ?? '');
      live.context.testKeys = false;
      const { body } = await browse(live, 'session/deployment', { method: 'GET' });
      expect(body).toEqual({ sandbox: false, quiet: false });
      expect((await offerOf(live, token)).lets_in).toBe(false);
      expect((await browse(live, 'session/accept', { body: { token } })).status).toBe(404);
    } finally {
      await live.close();
    }
  });
});
