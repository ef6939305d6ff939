import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Environment } from '../request-context.ts';
import { sessionCookie } from './authenticate.ts';

const app = new Hono<Environment>().get('/', (c) => c.text(sessionCookie(c, 'x')));

async function cookieAt(host: string) {
  return (await app.request('http://ignored/', { headers: { host } })).text();
}

it.each(['localhost:3001', 'ops.localhost', '127.0.0.1:3001', '[::1]:3001'])(
  'is sent without https to %s, which is this machine',
  async (host) => {
    expect(await cookieAt(host)).not.toContain('Secure');
  },
);

it.each(['ops.example', 'localhost.example', '10.0.0.1:3001', '127.0.0.1.example', 'a b'])(
  'is sent by https alone to %s',
  async (host) => {
    expect(await cookieAt(host)).toContain('; Secure');
  },
);
