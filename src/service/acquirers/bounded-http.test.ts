import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_DEPTH, MAX_NAMES } from '#contract/json/json.ts';
import { listen, type Listening } from '../../../tests/support/network/listen.ts';
import { MAX_ANSWER_BYTES, boundedHttp } from './bounded-http.ts';
import { settings } from './orders-api/settings.ts';
import { clientFor } from './orders-api/terminal.ts';

const ID = '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11';
const PAYIN = { id: ID, status: 'CREATED', currency: 'EUR', amount: 10.5 };

let answer = '';
let acquirer: Listening;

beforeAll(async () => {
  acquirer = await listen(
    createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(answer),
    ),
  );
});
afterAll(() => acquirer.close());

function withMember(name: string, json: string): string {
  return `${JSON.stringify(PAYIN).slice(0, -1)},"${name}":${json}}`;
}

function named(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}`;
}

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

describe.each<[string, () => Promise<boolean>]>([
  ['an official package', isReadByPackage],
  ['the client of orders-api', isReadByClient],
])("an acquirer's answer to %s", (_, isRead) => {
  it.each<[what: string, most: string, more: string]>([
    [
      'bytes',
      JSON.stringify(PAYIN).padEnd(MAX_ANSWER_BYTES),
      JSON.stringify(PAYIN).padEnd(MAX_ANSWER_BYTES + 1),
    ],
    ['levels', withMember('extra', nested(MAX_DEPTH - 1)), withMember('extra', nested(MAX_DEPTH))],
    ['names', withMember('extra', named(MAX_NAMES)), withMember('extra', named(MAX_NAMES + 1))],
    ['names, none reserved', withMember('_proto_', '{}'), withMember('__proto__', '{}')],
  ])('may have so many %s, and is no answer with more', async (_what, most, more) => {
    answer = most;
    expect(await isRead()).toBe(true);
    answer = more;
    expect(await isRead()).toBe(false);
  });
});

async function isReadByPackage(): Promise<boolean> {
  const fetch = boundedHttp(new AbortController().signal);
  return fetch(acquirer.baseUrl).then(
    () => true,
    () => false,
  );
}

async function isReadByClient(): Promise<boolean> {
  const client = clientFor(
    {
      settings: settings.parse({ base_url: acquirer.baseUrl }),
      credentials: { api_key_id: ID, api_secret: 'secret', webhook_secret: 'secret' },
      tools: { now: () => new Date(), notificationUrl: 'https://pay.example/' },
    },
    new AbortController().signal,
  );
  return (await client.getPayin(ID)).ok;
}
