import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { send, sign, signedPath, timestampNow, type Answer } from './send.ts';
import { createPayin, PAYIN_PATH, payinBody, payinIn } from './orders.ts';
import { expectProblem } from './problems.ts';
import { openTarget } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

const { id } = await createPayin(target);
const PATH = `${PAYIN_PATH}/${id}`;

/** The path prefix of the deployment, if any, which is signed with the rest. */
const prefix = signedPath(target, '');

type Headers = Record<string, string | string[] | undefined>;

function readWith(headers: Headers) {
  return send(target, { path: PATH, headers });
}

/** Returns headers that sign other parts than those sent. */
function signedOver(parts: { method?: string; path?: string; body?: string; secret?: string }) {
  const timestamp = timestampNow();
  const { method = 'GET', path = PATH, body = '', secret = target.key.secret } = parts;
  const key = { id: target.key.id, secret };
  const signed = { method, path: prefix + path, timestamp, body: Buffer.from(body) };
  return { 'X-Timestamp': timestamp, 'X-Signature': sign(key, signed) };
}

/** Returns a refusal's members except for the request's id and the diagnosis for test keys. */
function said(answer: Answer): unknown {
  const { type, title, status, resolution_code } = expectProblem(answer, 401, 'ACCESS_DENIED');
  return { type, title, status, resolution_code };
}

const UNAUTHENTICATED: [why: string, headers: Headers][] = [
  ['without X-Api-Key-Id', { 'X-Api-Key-Id': undefined }],
  ['without X-Signature', { 'X-Signature': undefined }],
  ['without X-Timestamp', { 'X-Timestamp': undefined }],
  ['with an empty key id', { 'X-Api-Key-Id': '' }],
  ['with a key id that is no UUID', { 'X-Api-Key-Id': 'sandbox' }],
  ['with two key ids', { 'X-Api-Key-Id': [target.key.id, target.key.id] }],
  ['with an unknown key', { 'X-Api-Key-Id': randomUUID() }],
  ['with an empty signature', { 'X-Signature': '' }],
  ['with a signature of another length', { 'X-Signature': 'ab'.repeat(31) }],
  ['with a signature that is no hex', { 'X-Signature': 'xy'.repeat(32) }],
  ['with a wrong signature', { 'X-Signature': 'ab'.repeat(32) }],
  ['with a timestamp that is no number', { 'X-Timestamp': 'now' }],
  ['with a timestamp in ISO 8601', { 'X-Timestamp': new Date().toISOString() }],
  ['with a negative timestamp', { 'X-Timestamp': '-1' }],
  ['with a fraction in its timestamp', { 'X-Timestamp': `${timestampNow()}.5` }],
  ['with a sign before its timestamp', { 'X-Timestamp': `+${timestampNow()}` }],
  ['with an exponent in its timestamp', { 'X-Timestamp': '1e9' }],
  ['with another timestamp than the signed one', { 'X-Timestamp': timestampNow(5) }],
  ['signed for another method', signedOver({ method: 'POST' })],
  ['signed for another path', signedOver({ path: `${PAYIN_PATH}/${randomUUID()}` })],
  ['signed for the path in upper case', signedOver({ path: PATH.toUpperCase() })],
  ['signed for the path with a slash at its end', signedOver({ path: `${PATH}/` })],
  ['signed with a body that is not sent', signedOver({ body: '{}' })],
  ['signed with another secret', signedOver({ secret: 'tg_test_guess' })],
  ['signed with the method in lower case', signedOver({ method: 'get' })],
];

describe('a request', () => {
  it.each(UNAUTHENTICATED)('%s gets the same refusal as any other', async (_why, headers) => {
    const reference = await readWith({ 'X-Api-Key-Id': undefined });
    expect(said(await readWith(headers))).toEqual(said(reference));
  });

  it('repeats neither key, signature nor secret when it is refused', async () => {
    const signature = 'ab'.repeat(32);
    const { text } = await readWith({ 'X-Signature': signature });
    expect(text).not.toContain(signature);
    expect(text).not.toContain(target.key.id);
    expect(text).not.toContain(target.key.secret);
  });

  it('may write its signature and its key id in upper case', async () => {
    const headers = signedOver({});
    const answer = await readWith({
      ...headers,
      'X-Signature': headers['X-Signature'].toUpperCase(),
      'X-Api-Key-Id': target.key.id.toUpperCase(),
    });
    expect(answer.status).toBe(200);
  });

  it('is signed without the query', async () => {
    const path = `${PATH}?a=1`;
    expect((await send(target, { path })).status).toBe(200);
    said(await send(target, { path, headers: signedOver({ path }) }));
  });

  it('may be repeated unchanged', async () => {
    const headers = signedOver({});
    expect((await readWith(headers)).status).toBe(200);
    expect((await readWith(headers)).status).toBe(200);
  });

  it('is refused if its body was changed in transit', async () => {
    const body = Buffer.from(JSON.stringify(payinBody(target)));
    const timestamp = timestampNow();
    const signature = sign(target.key, {
      method: 'POST',
      path: prefix + PAYIN_PATH,
      timestamp,
      body,
    });
    const headers = { 'X-Timestamp': timestamp, 'X-Signature': signature };
    const changed = Buffer.from(body.toString().replace('12.5', '99.5'));
    said(await send(target, { path: PAYIN_PATH, body: changed, headers }));
    payinIn(await send(target, { path: PAYIN_PATH, body, headers }));
  });

  it('is signed over the bytes as sent, including whitespace', async () => {
    const text = ` \n${JSON.stringify(payinBody(target), undefined, 2)}\r\n`;
    payinIn(await send(target, { path: PAYIN_PATH, body: Buffer.from(text) }));
  });

  it('is authenticated before its body is parsed', async () => {
    const headers = { 'X-Signature': 'ab'.repeat(32) };
    said(await send(target, { path: PAYIN_PATH, body: Buffer.from('{broken'), headers }));
  });
});

/** The greatest difference between the clocks of a test and of the deployment. */
const CLOCKS_DIFFER_SECONDS = 30;

describe('a timestamp', () => {
  it.each([-240, -60, 60, 290])('%i seconds off is accepted', async (skewSeconds) => {
    expect((await send(target, { path: PATH, skewSeconds })).status).toBe(200);
  });

  it.each([-310, 360, -86_400, 86_400])(
    "%i seconds off is refused, with the server's time",
    async (skewSeconds) => {
      const asked = Number(timestampNow());
      const answer = await send(target, { path: PATH, skewSeconds });
      const answered = Number(timestampNow());
      const problem = expectProblem(answer, 401, 'ACCESS_DENIED');
      const other = expectProblem(await readWith({ 'X-Signature': '' }), 401, 'ACCESS_DENIED');
      expect(problem.title).not.toBe(other.title);
      const [serverTime = '0'] = /\d{10}/.exec(problem.detail) ?? [];
      expect(Number(serverTime)).toBeGreaterThan(asked - CLOCKS_DIFFER_SECONDS);
      expect(Number(serverTime)).toBeLessThan(answered + CLOCKS_DIFFER_SECONDS);
    },
  );
});
