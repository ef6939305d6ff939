/** Signing in at an OpenID Connect provider. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { browse, commandAs, newPerson, originOf } from '../../support/operator/people.ts';
import { CLIENT, startProvider, type TestProvider } from '../../support/operator/oidc-provider.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { signWith } from '../../support/operator/authenticator.ts';
import { sandboxIn } from '../../support/process/sandbox.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const clock = frozenClock(new Date());
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BEGIN = '/api/operator/v1/session/oidc';

const FORGED = { challenge: 'AAAA', rpId: 'localhost' };

let provider: TestProvider;
let data: ServiceData;
let running: RunningService;
let merchant: string;

beforeAll(async () => {
  provider = await startProvider();
  data = await newServiceData({ seeded: true });
  merchant = (await sandboxIn(data.directory)).merchant_id;
  const roles = `desk=viewer,money=finance,help=support,all=admin,shop=merchant:${merchant}`;
  running = await startService({ data, now: clock.now, env: variables({ OIDC_ROLES: roles }) });
  serve();
});

afterAll(async () => {
  await running.close();
  await data.remove();
  await provider.close();
});

function variables(changes: Record<string, string> = {}) {
  return {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
    OIDC_ROLES: 'all=admin',
    ...changes,
  };
}

function serve(more?: Parameters<TestProvider['serve']>[1]): void {
  provider.serve(`${originOf(running)}${BEGIN}/callback`, more);
}

function get(path: string, headers: Record<string, string> = {}) {
  return fetch(`${running.operatorUrl}${path}`, { headers, redirect: 'manual' });
}

/** Begins a sign-in. @returns the address at the provider, and the cookie that the browser keeps */
async function begin(query = '') {
  const answer = await get(`${BEGIN}${query}`);
  expect(answer.status).toBe(302);
  const [cookie = ''] = answer.headers.getSetCookie().map((set) => set.split(';')[0]);
  return { url: answer.headers.get('location') ?? '', cookie, set: answer.headers.getSetCookie() };
}

/** Returns from the provider. */
async function back({ pathname, search }: URL, cookie: string, headers = {}) {
  const answer = await get(`${pathname}${search}`, { cookie, ...headers });
  const session = answer.headers.getSetCookie().find((set) => set.startsWith('tollgate_operator'));
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    session: session?.split(';')[0] ?? '',
    attributes: session ?? '',
    detail: answer.status === 302 ? '' : detail.parse(await answer.json()).detail,
  };
}

const detail = z.object({ detail: z.string() });

let counted = 0;

/** Signs in somebody with these claims, at the provider and then here. */
async function signIn(claims: object, subject = `sub-${(counted += 1)}`) {
  provider.people.set(subject, claims);
  const { url, cookie } = await begin();
  return { subject, ...(await back(await provider.signIn(url, subject), cookie)) };
}

async function whoIs(cookie: string) {
  return (await browse(running, 'session', { method: 'GET', headers: { cookie } })).body;
}

async function rowsOf(actor: string) {
  const rows = z.object({ items: z.array(z.object({ command: z.string() })) });
  const { items } = rows.parse((await running.operator('audit list', { actor })).body);
  return items.map(({ command }) => command);
}

describe('a sign-in at the provider', () => {
  it('leads there with PKCE, state and nonce, and back to the view that was wanted', async () => {
    const { url, cookie, set } = await begin('?to=/console/orders?status=FAILED');
    const { origin, searchParams } = new URL(url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.client_id,
      redirect_uri: `${originOf(running)}${BEGIN}/callback`,
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
    });
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    }
    expect(set[0]).toMatch(/Max-Age=600; .*HttpOnly; SameSite=Lax/);
    provider.people.set('ada', { email: 'ada@corp.example', groups: ['all'] });
    const { status, location, session, attributes } = await back(
      await provider.signIn(url, 'ada'),
      cookie,
    );
    expect([status, location]).toEqual([302, '/console/orders?status=FAILED']);
    expect(attributes).toMatch(/Max-Age=28800; .*HttpOnly; SameSite=Strict/);
    const name = `person ada@corp.example (ada at ${provider.issuer})`;
    expect(await whoIs(session)).toMatchObject({ name, email: 'ada@corp.example', role: 'admin' });
    expect(await rowsOf(name)).toEqual(['sessions begin', 'people accept']);
  });

  it('leads to no other site', async () => {
    provider.people.set('bo', { groups: ['desk'] });
    const { url, cookie } = await begin('?to=https://evil.example/');
    expect(await back(await provider.signIn(url, 'bo'), cookie)).toMatchObject({
      location: '/console/',
    });
  });

  it.each([
    [['desk'], { role: 'viewer' }],
    [['desk', 'unknown', 'money', 'help'], { role: 'finance' }],
    ['all', { role: 'admin' }],
    [['shop'], { role: 'merchant' }],
    [['shop', 'desk'], { role: 'viewer', merchant: null }],
  ])('with the groups %j gives %j', async (groups, person) => {
    const { session } = await signIn({ groups });
    expect(await whoIs(session)).toMatchObject(person);
  });

  it('for a merchant shows that merchant alone', async () => {
    const { session } = await signIn({ groups: ['shop'] });
    expect(await whoIs(session)).toMatchObject({ merchant });
    expect((await commandAs(running, session, 'merchants list')).status).toBe(403);
  });

  it.each([[['unknown']], [[]], [undefined], [{ all: true }]])(
    'with the groups %j gives no entry',
    async (groups) => {
      const { status, session, detail: sentence, subject } = await signIn({ groups });
      expect([status, session]).toEqual([403, '']);
      expect(sentence).toMatch(/None of your groups/);
      const { rows } = await sql`select id from people where oidc_subject = ${subject}`.execute(
        running.db,
      );
      expect(rows).toEqual([]);
    },
  );

  it('reads the groups from the ID token, or else from the UserInfo endpoint', async () => {
    serve({ conformIdTokenClaims: false, features: { userinfo: { enabled: false } } });
    expect((await signIn({ groups: ['help'], email: 'x@corp.example' })).status).toBe(302);
    serve();
  });

  it('works with a provider that accepts the secret only in the body', async () => {
    serve({ client: { token_endpoint_auth_method: 'client_secret_post' } });
    expect((await signIn({ groups: ['desk'] })).status).toBe(302);
    serve();
  });
});

describe('a sign-in that is not genuine', () => {
  it.each([
    ['of another browser', (url: URL) => url, ''],
    ['with another state', (url: URL) => withQuery(url, 'state', 'other'), undefined],
    ['with an unknown code', (url: URL) => withQuery(url, 'code', 'other'), undefined],
    ['of another issuer', (url: URL) => withQuery(url, 'iss', 'https://evil.example'), undefined],
  ])('%s is refused', async (_what, change, otherCookie) => {
    provider.people.set('eve', { groups: ['all'] });
    const { url, cookie } = await begin();
    const returned = change(await provider.signIn(url, 'eve'));
    const { status, session } = await back(returned, otherCookie ?? cookie);
    expect([status, session]).toEqual([401, '']);
  });

  it('with the nonce of another sign-in is refused', async () => {
    provider.people.set('eve', { groups: ['all'] });
    const { url, cookie } = await begin();
    const other = withQuery(new URL(url), 'nonce', 'of another sign-in');
    const { status, session } = await back(await provider.signIn(other.href, 'eve'), cookie);
    expect([status, session]).toEqual([401, '']);
  });

  it('is refused the second time, and after ten minutes', async () => {
    provider.people.set('eve', { groups: ['desk'] });
    const { url, cookie } = await begin();
    const returned = await provider.signIn(url, 'eve');
    expect((await back(returned, cookie)).status).toBe(302);
    expect((await back(returned, cookie)).status).toBe(401);
    const late = await begin();
    const returnedLate = await provider.signIn(late.url, 'eve');
    clock.advance(10 * MINUTE_MS);
    expect((await back(returnedLate, late.cookie)).status).toBe(401);
  });

  it('sends a browser to the console, which says why', async () => {
    const { pathname } = new URL(`${running.operatorUrl}${BEGIN}/callback`);
    const headers = { accept: 'text/html,*/*' };
    const answer = await back(new URL(`${running.operatorUrl}${pathname}?state=x`), '', headers);
    expect(answer.location).toBe('/console/sign-in?refused=not_begun');
  });
});

describe('a person of the provider', () => {
  it('is its subject: an e-mail matches nobody, and both people stay apart', async () => {
    const invited = await newPerson(running, { role: 'viewer' });
    const { email } = invited;
    const { session, subject } = await signIn({ email, groups: ['all'] });
    expect(await whoIs(invited.cookie)).toMatchObject({ email, role: 'viewer' });
    expect(await whoIs(session)).toMatchObject({ email, role: 'admin' });
    const again = await signIn({ email: 'new@corp.example', groups: ['desk'] }, subject);
    expect(await whoIs(again.session)).toMatchObject({ email: 'new@corp.example', role: 'viewer' });
    // The earlier session has the new role, too.
    expect(await whoIs(session)).toMatchObject({ role: 'viewer' });
    expect((await running.operator('people show', { person: email })).status).toBe(200);
  });

  it('is signed out after eight hours, used or not', async () => {
    const { session } = await signIn({ groups: ['desk'] });
    clock.advance(8 * HOUR_MS - 1);
    expect((await commandAs(running, session, 'merchants list')).status).toBe(200);
    clock.advance(1);
    expect((await commandAs(running, session, 'merchants list')).status).toBe(401);
  });

  it('who is removed is out at once, and stays out until an admin restores them', async () => {
    const email = 'gone@corp.example';
    const { session, subject } = await signIn({ email, groups: ['all'] });
    await running.operator('people remove', { person: email });
    expect((await commandAs(running, session, 'merchants list')).status).toBe(401);
    const refused = await signIn({ email, groups: ['all'] }, subject);
    expect(refused.status).toBe(403);
    const [person = ''] = /[\da-f-]{36}/.exec(refused.detail) ?? [];
    expect((await running.operator('people restore', { person })).status).toBe(200);
    expect((await signIn({ email, groups: ['all'] }, subject)).status).toBe(302);
    expect((await running.operator('people restore', { person })).status).toBe(404);
  });

  it('has no passkeys, and no role but that of the groups', async () => {
    const { session, subject } = await signIn({ email: 'cy@corp.example', groups: ['desk'] });
    const account = await browse(running, 'session/account', {
      method: 'GET',
      headers: { cookie: session },
    });
    expect(account.body).toMatchObject({ provider: provider.issuer, passkeys: [] });
    const { passkey } = await newPerson(running, { role: 'viewer' });
    const body = { passkey: signWith(passkey, FORGED, originOf(running)) };
    const added = await browse(running, 'session/passkeys/options', {
      body,
      headers: { cookie: session },
    });
    expect(added).toMatchObject({ status: 409, body: { detail: /sign in at the provider/ } });
    const shown = await running.operator('people show', { person: 'cy@corp.example' });
    expect(shown.body).toMatchObject({ issuer: provider.issuer, subject, passkeys: 0 });
    const changed = { person: 'cy@corp.example', role: 'admin' };
    expect(await running.operator('people change-role', changed)).toMatchObject({
      status: 409,
      body: { detail: /groups at the provider/ },
    });
  });

  it('whose row somebody changed in the database is refused', async () => {
    const { subject } = await signIn({ groups: ['desk'] });
    await sql`update people set oidc_subject = 'thief' where oidc_subject = ${subject}`.execute(
      running.db,
    );
    expect((await signIn({ groups: ['desk'] }, 'thief')).status).toBe(403);
  });
});

describe('a provider that does not answer', () => {
  it('is told to the person, and is asked again later', async () => {
    const { url, cookie } = await begin();
    provider.people.set('eve', { groups: ['desk'] });
    const returned = await provider.signIn(url, 'eve');
    provider.fail();
    expect((await back(returned, cookie)).status).toBe(503);
    clock.advance(HOUR_MS);
    expect((await get(BEGIN)).status).toBe(503);
    serve();
    expect((await signIn({ groups: ['desk'] })).status).toBe(302);
  });
});

describe('the configuration', () => {
  it('is told to the console', async () => {
    const { body } = await browse(running, 'session/deployment', { method: 'GET' });
    expect(body).toMatchObject({ provider: new URL(provider.issuer).host });
  });

  it.each([
    ['an unknown role', { OIDC_ROLES: 'all=root' }, /OIDC_ROLES must list group=role/],
    [
      'an unknown merchant',
      { OIDC_ROLES: 'all=merchant:7d3f0f5e-7a64-4c63-9d3e-0c3a2b1f4e5d' },
      /OIDC_ROLES names a merchant that does not exist: 7d3f0f5e/,
    ],
    ['no roles', { OIDC_ROLES: '' }, /OIDC_ROLES is required/],
    ['http across the network', { OIDC_ISSUER: 'http://idp.example' }, /OIDC_ISSUER must be https/],
  ])('with %s refuses the start', async (_what, changes, sentence) => {
    await expect(startService({ env: variables(changes) })).rejects.toThrow(sentence);
  });

  it('is not needed: without it there is no such sign-in', async () => {
    const plain = await startService();
    try {
      const answer = await fetch(`${plain.operatorUrl}${BEGIN}`);
      expect(answer.status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});

function withQuery(url: URL, name: string, value: string): URL {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed;
}
