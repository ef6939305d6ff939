import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { send, timestampNow, type Call } from '../../../packages/tollgate/conformance/send.ts';
import {
  CARD_DATA_PATH,
  cardDataBody,
  PAYIN_PATH,
  payinBody,
} from '../../../packages/tollgate/conformance/orders.ts';
import { expectProblem, type Problem } from '../../../packages/tollgate/conformance/problems.ts';
import { targetOf, type Key } from '../../../packages/tollgate/conformance/target.ts';
import { issuedKey } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const CARD = '4242424242424242';

const running = serviceForTests();
const target = targetOf(running);
let live: Key;

beforeAll(async () => {
  const issued = await issuedKey(running, running.sandbox.merchant_id, 'live');
  live = { id: issued.apiKeyId, secret: issued.apiSecret };
});

const WRONG = 'ab'.repeat(32);

async function refused(call: Call): Promise<Problem> {
  return expectProblem(await send(target, call), 401, 'ACCESS_DENIED');
}

function digest(text: string) {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns the log line of the request that a problem answered. */
function logLine({ request_id }: Problem): string {
  return (
    running
      .logs()
      .split('\n')
      .find((line) => line.includes(request_id)) ?? ''
  );
}

describe('a test key whose signature is wrong', () => {
  it.each([
    ['to the letter', (text: string) => text, (text: string) => text],
    [
      'with a digest in the place of a long body',
      (text: string) => text + ' '.repeat(4_096),
      (text: string) => `{body: ${text.length} bytes, SHA-256 ${digest(text)}}`,
    ],
  ])('is shown the text to sign, %s', async (_how, write, shown) => {
    const text = write(JSON.stringify(payinBody(target)));
    const body = Buffer.from(text);
    const timestamp = timestampNow();
    const headers = { 'X-Signature': WRONG, 'X-Timestamp': timestamp };
    const problem = await refused({ path: `${PAYIN_PATH}?a=1`, body, headers });
    expect(problem).toMatchObject({
      failed_check: 'signature',
      expected_base_string: `POST\n${PAYIN_PATH}\n${timestamp}\n${shown(text)}`,
    });
  });

  it('is shown the text to sign with nothing for an empty body', async () => {
    const problem = await refused({ path: PAYIN_PATH, headers: { 'X-Signature': WRONG } });
    expect(problem.expected_base_string).toMatch(/^GET\n\/api\/v1\/orders\/payin\n\d+\n$/);
  });

  it.each([
    ['card data', CARD_DATA_PATH, () => cardDataBody(randomUUID(), { card_number: CARD })],
    [
      'a card where none belongs',
      PAYIN_PATH,
      () => payinBody(target, { comment: `4242 ${CARD.slice(4)}` }),
    ],
  ])(
    'is shown only the length of %s, since a digest could reveal the number',
    async (_what, path, make) => {
      const body = make();
      const problem = await refused({ path, body, headers: { 'X-Signature': WRONG } });
      expect(problem.expected_base_string).toMatch(/\n\{body: \d+ bytes\}$/);
      expect(JSON.stringify(problem)).not.toContain(CARD);
    },
  );

  it.each([
    ['x_signature', { 'X-Signature': undefined }, 'X-Signature is missing'],
    ['x_signature', { 'X-Signature': 'Zm9v' }, 'X-Signature must be 64 hexadecimal digits'],
    ['x_timestamp', { 'X-Timestamp': undefined }, 'X-Timestamp is missing'],
    ['x_timestamp', { 'X-Timestamp': new Date().toISOString() }, 'X-Timestamp must be Unix time'],
  ])('is told which header is missing or malformed: %s %o', async (check, headers, detail) => {
    const problem = await refused({ path: PAYIN_PATH, headers });
    expect(problem).toMatchObject({ failed_check: check });
    expect(problem.detail).toContain(detail);
  });
});

describe('in a sandbox, a request without a key of it', () => {
  it.each([
    ['x_api_key_id', { 'X-Api-Key-Id': undefined }, 'X-Api-Key-Id is missing'],
    ['x_api_key_id', { 'X-Api-Key-Id': 'tg_test_1' }, 'X-Api-Key-Id is malformed'],
    ['key', { 'X-Api-Key-Id': randomUUID() }, 'The keys of another sandbox'],
  ])('is told what is wrong with the key: %s %o', async (check, headers, detail) => {
    const problem = await refused({ path: PAYIN_PATH, headers });
    expect(problem).toMatchObject({ failed_check: check });
    expect(problem.detail).toContain(detail);
  });
});

describe('a live key', () => {
  it('gets the same answer whatever is wrong', async () => {
    const bad: NonNullable<Call['headers']>[] = [
      { 'X-Signature': WRONG },
      { 'X-Signature': 'short' },
      { 'X-Timestamp': 'now' },
    ];
    const said = new Set<string>();
    for (const headers of bad) {
      const problem = await refused({ path: PAYIN_PATH, key: live, headers });
      expect(problem.failed_check).toBeUndefined();
      said.add(JSON.stringify({ ...problem, request_id: '' }));
    }
    expect(said.size).toBe(1);
  });

  it('and an unknown key differ in the log, which names the key and the reason', async () => {
    const wrong = await refused({ path: PAYIN_PATH, key: live, headers: { 'X-Signature': WRONG } });
    expect(logLine(wrong)).toContain(`"keyId":"${live.id}"`);
    expect(logLine(wrong)).toContain('"problem":"unauthorized","check":"signature"');
    const key = { id: randomUUID(), secret: 'x' };
    const stranger = await refused({ path: PAYIN_PATH, key });
    expect(logLine(stranger)).toContain(`"keyId":"${key.id}"`);
    expect(logLine(stranger)).toContain('"problem":"unauthorized","check":"key"');
  });
});

describe('a timestamp in milliseconds', () => {
  it.each(['test', 'live'])('is named in the title for a %s key', async (kind) => {
    const headers = { 'X-Timestamp': String(Date.now()) };
    const key = kind === 'live' ? live : target.key;
    const problem = await refused({ path: PAYIN_PATH, key, headers });
    expect(problem.title).toMatch(/milliseconds/);
    expect(logLine(problem)).toContain('"check":"timestamp_in_milliseconds"');
  });

  it('is not named to a caller with an unknown key', async () => {
    const key = { id: randomUUID(), secret: 'x' };
    const headers = { 'X-Timestamp': String(Date.now()) };
    expect((await refused({ path: PAYIN_PATH, key, headers })).title).not.toMatch(/milliseconds/);
  });
});

it('every refusal is logged with the key and the reason', async () => {
  const body = payinBody(target, { amount: 'much' });
  const { text } = await send(target, { path: PAYIN_PATH, body });
  const line = running
    .logs()
    .split('\n')
    .find((each) => each.includes('"problem":"invalid"'));
  expect(line).toContain(`"keyId":"${target.key.id}"`);
  expect(text).toContain(/"requestId":"([^"]+)"/.exec(line ?? '')?.[1] ?? 'no id');
});
