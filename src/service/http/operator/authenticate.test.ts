import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Environment } from '../request-context.ts';
import { sessionCookie, sessionToken } from './authenticate.ts';

const app = new Hono<Environment>()
  .get('/', (c) => c.text(sessionCookie(c, { token: 'x', lifetimeMs: 1_000 })))
  .get('/token', (c) => c.text(sessionToken(c) ?? 'none'));

async function cookieAt(host: string) {
  return (await app.request('http://ignored/', { headers: { host } })).text();
}

it.each(['localhost:3001', 'ops.localhost', '127.0.0.1:3001', '[::1]:3001'])(
  'the session cookie is not Secure on this machine: %s',
  async (host) => {
    expect(await cookieAt(host)).not.toContain('Secure');
  },
);

it.each(['ops.example', 'localhost.example', '10.0.0.1:3001', '127.0.0.1.example', 'a b'])(
  'the session cookie is Secure on another host: %s',
  async (host) => {
    expect(await cookieAt(host)).toContain('; Secure');
  },
);

it.each([
  ['ops.example:8443', 'tollgate_operator_8443=x'],
  ['127.0.0.1:3001', 'tollgate_operator_3001=x'],
  ['ops.example', 'tollgate_operator=x'],
])('the session cookie is named after the port of %s', async (host, pair) => {
  expect(await cookieAt(host)).toMatch(new RegExp(`^${pair};`));
});

it.each([
  ['https://ops.example:8443', 'tollgate_operator_8443=x'],
  ['https://ops.example', 'tollgate_operator=x'],
])(
  "the session cookie is named after the operators' URL %s, whatever the Host header",
  async (url, pair) => {
    const behindProxy = new Hono<Environment>()
      .use(async (c, next) => {
        c.set('operatorUrl', url);
        await next();
      })
      .route('/', app);
    for (const host of ['ops.example', '127.0.0.1:3001']) {
      const answer = await behindProxy.request('http://ignored/', { headers: { host } });
      expect(await answer.text()).toMatch(new RegExp(`^${pair};`));
    }
  },
);

it.each([
  ['its own', 'tollgate_operator_3001=own; tollgate_operator_3101=other', 'own'],
  ['not that of another port', 'tollgate_operator_3101=other', 'none'],
  ['not that of the port without a number', 'tollgate_operator=other', 'none'],
])('the session token is read from the right cookie: %s', async (_, cookie, token) => {
  const answer = await app.request('http://ignored/token', {
    headers: { host: '127.0.0.1:3001', cookie },
  });
  expect(await answer.text()).toBe(token);
});
