import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from './send.ts';
import { CARD_DATA_PATH, cardDataBody, PAYIN_PATH, payinBody, payinIn } from './orders.ts';
import { expectInvalid, expectProblem } from './problems.ts';
import { openTarget } from './target.ts';

const target = await openTarget();
afterAll(() => target.close());

const BODY_LIMIT_BYTES = 64 * 1024;

function submit(body: Uint8Array | string, headers: Record<string, string | undefined> = {}) {
  return send(target, { path: PAYIN_PATH, body: Buffer.from(body), headers });
}

describe('a path', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v2/orders/payin',
    '/api/v1/orders',
    '/api/v1/orders/refund',
    '/api/v1/orders/payin/',
    `/api/v1/orders/payin/${randomUUID()}/refund`,
    '/api/v1//orders/payin',
  ])('that is not part of the API is not found: %s', async (path) => {
    const problem = expectProblem(await send(target, { path }), 404, 'RESOURCE_NOT_FOUND');
    expect(problem.instance).toContain('/');
  });

  it.each([
    ['PUT', PAYIN_PATH, ['GET', 'POST']],
    ['DELETE', PAYIN_PATH, ['GET', 'POST']],
    ['PATCH', `${PAYIN_PATH}/${randomUUID()}`, ['GET']],
    ['POST', `${PAYIN_PATH}/${randomUUID()}`, ['GET']],
    ['GET', CARD_DATA_PATH, ['POST']],
    ['POST', `${PAYIN_PATH}/list`, ['GET']],
    ['OPTIONS', PAYIN_PATH, ['GET', 'POST']],
  ])('refuses an unknown method, and names the known ones: %s %s', async (...row) => {
    const [method, path, known] = row;
    const answer = await send(target, { method, path });
    expectProblem(answer, 405, 'RESOURCE_NOT_FOUND');
    const allowed = answer.headers.allow?.split(/,\s*/).filter((name) => name !== 'HEAD');
    expect(allowed?.toSorted()).toEqual(known);
  });
});

describe('a body', () => {
  const valid = () => JSON.stringify(payinBody(target));

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('may be of type %s', async (type) => {
    payinIn(await submit(valid(), { 'Content-Type': type }));
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'application/merge-patch+json',
    'multipart/form-data; boundary=x',
  ])('may not be of type %s', async (type) => {
    const answer = await submit(valid(), { 'Content-Type': type });
    expectProblem(answer, 415, 'VALIDATION_FAILED');
  });

  it.each([
    ['empty', ''],
    ['no JSON', 'hello'],
    ['cut off', '{"reference_id": "a"'],
    ['followed by something', '{} {}'],
    ['with a comma too many', '{"reference_id": "a",}'],
    ['with a comment', '{} // nothing'],
    ['in single quotes', "{'reference_id': 'a'}"],
    ['null', 'null'],
    ['a string', '"text"'],
    ['a number', '12'],
    ['an array', '[]'],
    ['an array of requests', '[{"reference_id": "a"}]'],
    ['not a number', '{"amount": NaN}'],
    ['with a control character in a string', '{"reference_id": "a\nb"}'],
    ['with NUL before it', '\0{}'],
    ['nested 20 deep', `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`],
    ['nested 10,000 deep', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['opened 30,000 times', '['.repeat(30_000)],
  ])('that is %s is refused as invalid', async (_what, body) => {
    expectInvalid(await submit(body, { 'Content-Type': 'application/json' }));
  });

  it.each([
    ['a byte that UTF-8 has not', [0x7b, 0xff, 0x7d]],
    ['an overlong form', [0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]],
    ['a sequence that is cut off', [0x7b, 0x22, 0xe2, 0x82, 0x22, 0x3a, 0x31, 0x7d]],
    ['half of a surrogate pair', [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('that contains %s is refused as invalid', async (_what, bytes) => {
    expectInvalid(await submit(Uint8Array.from(bytes)));
  });

  it('is validated up to the size limit, and refused above it', async () => {
    const sized = (bytes: number) => {
      const text = valid();
      return `${text.slice(0, -1) + ' '.repeat(bytes - text.length)}}`;
    };
    payinIn(await submit(sized(BODY_LIMIT_BYTES)));
    const answer = await submit(sized(BODY_LIMIT_BYTES + 1));
    expectProblem(answer, 413, 'VALIDATION_FAILED');
  });

  it('that is too large is refused for any sender with well-formed headers', async () => {
    const large = ' '.repeat(BODY_LIMIT_BYTES + 1);
    const unknown = { 'X-Api-Key-Id': randomUUID() };
    expectProblem(await submit(large, unknown), 413, 'VALIDATION_FAILED');
    const none = { 'X-Api-Key-Id': undefined };
    expectProblem(await submit(large, none), 401, 'ACCESS_DENIED');
  });

  it('with a card number in an unknown field is refused without repeating it', async () => {
    const card = '5105105105105100';
    const typed = '5105 1051 0510 5100';
    const places: object[] = [
      payinBody(target, { reference_id: `card ${card}` }),
      payinBody(target, { currency: card }),
      payinBody(target, { amount: card }),
      payinBody(target, { merchant_gate_method_id: card }),
      payinBody(target, { [card]: true }),
      payinBody(target, { [typed]: true }),
      payinBody(target, { customer: { phone: card, email: card, [`x${card}`]: 1 } }),
      payinBody(target, { callback_url: card }),
      payinBody(target, { customer: card }),
      cardDataBody(randomUUID(), { cvv: card, card_number: `${card}1`, exp_year: card }),
    ];
    for (const body of places) {
      const { text } = expectInvalidText(await send(target, { path: PAYIN_PATH, body }));
      expect(text).not.toContain(card);
      expect(text).not.toContain(typed);
    }
    expect(target.logs()).not.toContain(card);
    expect(target.logs()).not.toContain(typed);
  });

  it.each([
    ['a number beyond all doubles', '1e999999'],
    ['a number of 10,000 digits', '9'.repeat(10_000)],
    ['a number with 10,000 decimals', `1.${'0'.repeat(10_000)}`],
  ])('with %s as its amount is refused', async (_what, amount) => {
    expectInvalid(await submit(valid().replace('12.5', amount)));
  });

  it('with ten thousand unknown fields is answered briefly, with some of them', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 1]));
    const answer = await submit(JSON.stringify(payinBody(target, fields)));
    expectInvalid(answer);
    expect(answer.text.length).toBeLessThan(32_768);
  });
});

function expectInvalidText(answer: Parameters<typeof expectInvalid>[0]) {
  expectInvalid(answer);
  return answer;
}
