import { describe, expect, it } from 'vitest';

import { webhookVectors } from '../../../tests/support/vectors/signatures.ts';
import {
  signDelivery,
  signStandardWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from './webhook.ts';

function bytes(text: string) {
  return new TextEncoder().encode(text);
}

const [vector] = webhookVectors;
if (!vector) throw new Error('the vectors hold a webhook');

const body = bytes(vector.body);
const secrets = [vector.secret];
const signedAtMs = Number(vector.standard_webhooks['webhook-timestamp']) * 1000;

const { signature, standard_webhooks: standardHeaders } = vector;

function headers(changes: Record<string, string> = {}) {
  return new Headers({ 'X-Signature': signature, ...standardHeaders, ...changes });
}

const undated = new Headers({ 'X-Signature': vector.signature });

describe('signDelivery', () => {
  it.each(webhookVectors)('signs as the golden vector: $name', (golden) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = golden.standard_webhooks;
    const keys = { single: golden.secret, all: [golden.secret] };
    expect(signDelivery(keys, { id, timestamp, body: bytes(golden.body) })).toEqual({
      'x-signature': golden.signature,
      ...golden.standard_webhooks,
    });
  });
});

describe('verifyWebhook', () => {
  it('accepts a delivery and names its event', () => {
    expect(verifyWebhook(body, headers(), { secrets, nowMs: signedAtMs })).toEqual({
      ok: true,
      id: vector.standard_webhooks['webhook-id'],
    });
  });

  it('accepts both secrets during a rotation', () => {
    const message = { id: 'evt', timestamp: '1767225605', body };
    const both = signStandardWebhook(['whsec_bmV3', vector.secret], message);
    const rotated = headers({ 'webhook-id': 'evt', 'webhook-signature': both });
    for (const secret of ['whsec_bmV3', vector.secret]) {
      expect(verifyWebhook(body, rotated, { secrets: [secret], nowMs: signedAtMs }).ok).toBe(true);
      const either = { secrets: [secret, 'whsec_b3RoZXI='], nowMs: signedAtMs };
      expect(verifyWebhook(body, rotated, either).ok).toBe(true);
    }
  });

  it.each([
    ['a changed body', bytes('[]'), headers()],
    ['another event id', body, headers({ 'webhook-id': 'evt_other' })],
    ['another time', body, headers({ 'webhook-timestamp': '1767225606' })],
    [
      'a signature of an unknown version',
      body,
      headers({
        'webhook-signature': vector.standard_webhooks['webhook-signature'].replace('v1', 'v2'),
      }),
    ],
    ['a version without a signature', body, headers({ 'webhook-signature': 'v1' })],
    ['an empty signature', body, headers({ 'webhook-signature': '' })],
  ])('refuses %s', (_, rawBody, given) => {
    expect(verifyWebhook(rawBody, given, { secrets, nowMs: signedAtMs })).toEqual({
      ok: false,
      reason: 'signature_wrong',
    });
  });

  it.each([301, -301])('refuses a delivery %d seconds off', (seconds) => {
    const nowMs = signedAtMs + seconds * 1000;
    expect(verifyWebhook(body, headers(), { secrets, nowMs })).toEqual({
      ok: false,
      reason: 'timestamp_out_of_range',
    });
  });

  it.each([300, -300])('accepts a delivery %d seconds off', (seconds) => {
    const nowMs = signedAtMs + seconds * 1000;
    expect(verifyWebhook(body, headers(), { secrets, nowMs }).ok).toBe(true);
  });

  it.each([
    'now',
    '',
    '1e9',
    '-1',
    '0x69558205',
    `+${vector.standard_webhooks['webhook-timestamp']}`,
    '1767225605.0',
  ])('refuses the timestamp %j', (timestamp) => {
    const given = headers({ 'webhook-timestamp': timestamp });
    expect(verifyWebhook(body, given, { secrets, nowMs: signedAtMs })).toEqual({
      ok: false,
      reason: 'timestamp_out_of_range',
    });
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'requires the header %s, or X-Signature if the receiver allows it',
    (name) => {
      const given = headers();
      given.delete(name);
      const receiver = { secrets, nowMs: signedAtMs };
      const missing = { ok: false, reason: 'headers_missing' };
      const undatedAllowed = { ...receiver, allowUndated: true };
      expect(verifyWebhook(body, given, receiver)).toEqual(missing);
      expect(verifyWebhook(body, given, undatedAllowed)).toEqual({ ok: true, id: undefined });
      given.delete('X-Signature');
      expect(verifyWebhook(body, given, undatedAllowed)).toEqual(missing);
    },
  );

  it('accepts a delivery without a time only if the receiver allows it', () => {
    const receiver = { secrets, nowMs: signedAtMs };
    expect(verifyWebhook(body, undated, receiver)).toEqual({
      ok: false,
      reason: 'headers_missing',
    });
    expect(verifyWebhook(body, undated, { ...receiver, allowUndated: true })).toEqual({
      ok: true,
      id: undefined,
    });
    const either = { secrets: ['whsec_b3RoZXI=', ...secrets], nowMs: signedAtMs };
    expect(verifyWebhook(body, undated, { ...either, allowUndated: true }).ok).toBe(true);
    expect(verifyWebhook(bytes('[]'), undated, { ...receiver, allowUndated: true })).toEqual({
      ok: false,
      reason: 'signature_wrong',
    });
  });

  it.each([
    ['text', vector.body],
    ['an ArrayBuffer', bytes(vector.body).buffer],
    ["Node's Buffer", Buffer.from(vector.body)],
  ])('takes the raw body as %s', (_, rawBody) => {
    expect(verifyWebhook(rawBody, headers(), { secrets, nowMs: signedAtMs }).ok).toBe(true);
  });

  it.each<[string, WebhookHeaders]>([
    ["Node's request.headers", { host: 'shop.test', 'set-cookie': ['a=1'], ...standardHeaders }],
    [
      'a record with names in any case',
      Object.fromEntries(Object.entries(standardHeaders).map(([n, v]) => [n.toUpperCase(), v])),
    ],
    [
      'a record of lists',
      Object.fromEntries(Object.entries(standardHeaders).map(([n, v]) => [n, [v]])),
    ],
  ])('takes the headers as %s', (_, given) => {
    const id = vector.standard_webhooks['webhook-id'];
    const receiver = { secrets: vector.secret, nowMs: signedAtMs };
    expect(verifyWebhook(body, given, receiver)).toEqual({ ok: true, id });
    expect(verifyWebhook(bytes('[]'), given, receiver).ok).toBe(false);
  });

  it("takes the machine's time by default", () => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signStandardWebhook(secrets, { id: 'evt', timestamp, body });
    const given = {
      'webhook-id': 'evt',
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    };
    expect(verifyWebhook(body, given, { secrets, toleranceSeconds: 3600 }).ok).toBe(true);
    expect(verifyWebhook(body, headers(), { secrets }).ok).toBe(false);
  });

  it.each<[string, unknown[], RegExp]>([
    ['a parsed body', [{ id: 1 }, headers(), { secrets }], /raw body, as bytes or text/],
    ['a parsed list', [[], headers(), { secrets }], /raw body, as bytes or text/],
    ['no body', [undefined, headers(), { secrets }], /raw body, as bytes or text/],
    ['no headers', [body, undefined, { secrets }], /headers as its second argument/],
    ['a header alone', [body, 'v1,abc', { secrets }], /headers as its second argument/],
    ['no receiver', [body, headers(), undefined], /webhook secret/],
    ['a secret that is not set', [body, headers(), { secrets: undefined }], /webhook secret/],
    ['an empty secret', [body, headers(), { secrets: '' }], /webhook secret/],
    ['no secrets', [body, headers(), { secrets: [] }], /webhook secret/],
    [
      'a list with a gap',
      [body, headers(), { secrets: [...secrets, undefined] }],
      /webhook secret/,
    ],
    ['seconds', [body, headers(), { secrets, nowMs: signedAtMs / 1000 }], /milliseconds/],
    ['a date', [body, headers(), { secrets, nowMs: new Date(signedAtMs) }], /milliseconds/],
  ])('says what to pass in place of %s', (_, values, sentence) => {
    const call = (): unknown => Reflect.apply(verifyWebhook, undefined, values);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(sentence);
  });
});
