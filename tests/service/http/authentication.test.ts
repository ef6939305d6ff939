import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, sign, timestampNow, type Call } from '../../conformance/send.ts';
import {
  CARD_DATA_PATH,
  cardDataBody,
  PAYIN_PATH,
  payinBody,
  payinIn,
} from '../../conformance/orders.ts';
import { ENDPOINTS, type Endpoint } from '#contract/endpoints.ts';
import { expectProblem } from '../../conformance/problems.ts';
import { targetOf, type Key, type Target } from '../../conformance/target.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { addMethod } from '../../support/database/seeds/add-method.ts';
import { keyAnswer } from '../../support/process/operator-answers.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** Stands at the last millisecond of a second: what is rounded is rounded down. */
const clock = frozenClock(new Date(Math.floor(Date.now() / 1_000) * 1_000 + 999));
let running: RunningService;
let target: Target;

beforeAll(async () => {
  running = await startService({ now: clock.now });
  target = targetOf(running);
});
afterAll(() => running.close());

const nowSeconds = () => Math.floor(clock.now().getTime() / 1_000);

/** Signs by the service's own clock, so many seconds off. */
function sendAt(offsetSeconds: number, call: Call) {
  const skewSeconds = nowSeconds() + offsetSeconds - Number(timestampNow());
  return send(target, { skewSeconds, ...call });
}

describe('a timestamp', () => {
  it.each([-300, -299, 0, 299, 300])('%i s off is accepted', async (offset) => {
    const answer = await sendAt(offset, { path: PAYIN_PATH, body: payinBody(target) });
    payinIn(answer);
  });

  it.each([-301, 301])('%i s off is refused', async (offset) => {
    const answer = await sendAt(offset, { path: PAYIN_PATH, body: payinBody(target) });
    const problem = expectProblem(answer, 401, 'ACCESS_DENIED');
    expect(problem.detail).toContain(String(nowSeconds()));
  });

  it('is judged after the key: a caller without one finds out nothing of the clock', async () => {
    const key = { ...target.key, id: randomUUID() };
    const stranger = expectProblem(
      await sendAt(4_000, { path: PAYIN_PATH, body: {}, key }),
      401,
      'ACCESS_DENIED',
    );
    expect(stranger.detail).not.toMatch(/\d{10}/);
  });
});

describe('a key', () => {
  async function issueKey(): Promise<Key> {
    const merchant = running.sandbox.merchant_id;
    const { body } = await running.operator('keys issue', { merchant, kind: 'test' });
    const { keyId, secret } = keyAnswer.parse(body);
    return { id: keyId, secret };
  }

  async function issuedKey(changes: { revoked_at?: Date; expires_at?: Date }): Promise<Key> {
    const key = await issueKey();
    await changeSettings(running.db, running.sandbox.merchant_id, (trx) =>
      trx.updateTable('api_keys').set(changes).where('id', '=', key.id).execute(),
    );
    return key;
  }

  it('that has expired, or was revoked, is answered like one that never was', async () => {
    const past = new Date(clock.now().getTime() - 1);
    const keys = [await issuedKey({ revoked_at: past }), await issuedKey({ expires_at: past })];
    const unknown = { ...target.key, id: randomUUID() };
    const answers = [];
    for (const key of [...keys, unknown]) {
      const answer = await sendAt(0, { path: PAYIN_PATH, body: payinBody(target), key });
      const problem = expectProblem(answer, 401, 'ACCESS_DENIED');
      answers.push({ ...problem, request_id: '' });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('expires on the instant', async () => {
    const key = await issuedKey({ expires_at: new Date(clock.now().getTime() + 2_000) });
    const ask = () => sendAt(0, { path: PAYIN_PATH, body: payinBody(target), key });
    payinIn(await ask());
    clock.advance(2_000);
    expectProblem(await ask(), 401, 'ACCESS_DENIED');
  });

  const lastUse = async ({ id }: Key) => {
    const row = await running.db
      .selectFrom('api_keys')
      .select('last_used_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.last_used_at;
  };

  it('records its last use', async () => {
    const key = await issueKey();
    payinIn(await sendAt(0, { path: PAYIN_PATH, body: payinBody(target), key }));
    await expect.poll(() => lastUse(key)).toEqual(clock.now());
  });

  it('of scope page records its last use', async () => {
    const { body } = await running.operator('keys issue-page', { kind: 'test' });
    const { keyId: id, secret } = keyAnswer.parse(body);
    await sendAt(0, { path: `${PAYIN_PATH}/${randomUUID()}`, key: { id, secret } });
    await expect.poll(() => lastUse({ id, secret })).toEqual(clock.now());
  });

  it('was not used by whoever knows only its id, or comes at another time', async () => {
    const [known, late, used] = [await issueKey(), await issueKey(), await issueKey()];
    const forged = { ...known, secret: used.secret };
    const call = { path: PAYIN_PATH, body: payinBody(target) };
    expectProblem(await sendAt(0, { ...call, key: forged }), 401, 'ACCESS_DENIED');
    expectProblem(await sendAt(4_000, { ...call, key: late }), 401, 'ACCESS_DENIED');
    payinIn(await sendAt(0, { ...call, key: used }));
    await expect.poll(() => lastUse(used)).toEqual(clock.now());
    expect([await lastUse(known), await lastUse(late)]).toEqual([null, null]);
  });

  it('whose sealed secret was put into the row of another opens nothing', async () => {
    const [own, other] = [await issueKey(), await issueKey()];
    const { secret_sealed } = await running.db
      .selectFrom('api_keys')
      .select('secret_sealed')
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow();
    await running.db
      .updateTable('api_keys')
      .set({ secret_sealed })
      .where('id', '=', other.id)
      .execute();
    const key = { id: other.id, secret: own.secret };
    const answer = await sendAt(0, { path: PAYIN_PATH, body: payinBody(target), key });
    expect(answer.status).toBe(500);
  });

  it('rests encrypted: its secret is nowhere in its row', async () => {
    const key = await issueKey();
    const row = await running.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from(row.secret_sealed);
    expect(bytes.includes(key.secret)).toBe(false);
    expect(bytes.includes(Buffer.from(key.secret.slice(8), 'base64url'))).toBe(false);
  });
});

describe("the page's key", () => {
  let pageKey: Key;
  let orderId: string;

  beforeAll(async () => {
    const { keyId, secret } = running.service.pageKey;
    pageKey = { id: keyId, secret };
    const created = await sendAt(0, { path: PAYIN_PATH, body: payinBody(target) });
    orderId = payinIn(created).id;
  });

  /** Every row of the endpoint table that is not open to it. */
  const FORBIDDEN = Object.entries<Endpoint>(ENDPOINTS).filter(
    ([, { scopes }]) => !scopes.includes('page'),
  );

  it('reaches two endpoints of the interface alone', () => {
    const open = Object.values<Endpoint>(ENDPOINTS).filter(({ scopes }) => scopes.includes('page'));
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/orders/payin/card-data',
      'GET /api/v1/orders/payin/{id}',
      'GET /api/page/v1/checkouts/{id}',
      'POST /api/page/v1/checkouts/{id}/give-up-challenge',
    ]);
  });

  it.each(FORBIDDEN)('may not %s', async (_name, { method, path: template }) => {
    const path = template.replace('{id}', orderId);
    const body = method === 'POST' ? payinBody(target) : undefined;
    const answer = await sendAt(0, { method, path, body, key: pageKey });
    expectProblem(answer, 403, 'ACCESS_DENIED');
  });

  it('is refused before its request is read', async () => {
    const answer = await sendAt(0, { path: PAYIN_PATH, body: {}, key: pageKey });
    expectProblem(answer, 403, 'ACCESS_DENIED');
  });

  it("reads and pays any merchant's payin", async () => {
    const path = `${PAYIN_PATH}/${orderId}`;
    expect(payinIn(await sendAt(0, { path, key: pageKey })).id).toBe(orderId);
    const body = cardDataBody(orderId);
    const answer = await sendAt(0, { path: CARD_DATA_PATH, body, key: pageKey });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(payinIn(await sendAt(0, { path, key: pageKey })).status).toBe('SUCCESS');
  });

  it('does not let a merchant have what is for the page alone', async () => {
    const path = `/api/page/v1/checkouts/${orderId}`;
    expectProblem(await sendAt(0, { path }), 403, 'ACCESS_DENIED');
    expect((await sendAt(0, { path, key: pageKey })).status).toBe(200);
  });
});

describe('a request behind a proxy that strips a prefix', () => {
  it('is signed with the path that the caller sees', async () => {
    const proxied = await startService({ env: { PUBLIC_PATH_PREFIX: '/shop-7' } });
    try {
      const behind = targetOf(proxied);
      const body = Buffer.from(JSON.stringify(payinBody(behind)));
      const timestamp = timestampNow();
      const signed = (path: string) => ({
        'X-Timestamp': timestamp,
        'X-Signature': sign(behind.key, { method: 'POST', path, timestamp, body }),
      });
      const call = { path: PAYIN_PATH, body };
      payinIn(await send(behind, { ...call, headers: signed(`/shop-7${PAYIN_PATH}`) }));
      const unprefixed = await send(behind, { ...call, headers: signed(PAYIN_PATH) });
      expectProblem(unprefixed, 401, 'ACCESS_DENIED');
    } finally {
      await proxied.close();
    }
  });
});

describe('merchants', () => {
  it('may use the same reference without noticing each other', async () => {
    const { other_merchant: other } = running.sandbox;
    const methodId = await addMethod(running, { merchantId: other.merchant_id });
    const body = payinBody(target);
    const mine = payinIn(await sendAt(0, { path: PAYIN_PATH, body }));
    const key = { id: other.api_key_id, secret: other.api_secret };
    const theirs = await sendAt(0, {
      path: PAYIN_PATH,
      body: { ...body, merchant_gate_method_id: methodId },
      key,
    });
    expect(payinIn(theirs).id).not.toBe(mine.id);
    expect(theirs.headers).not.toHaveProperty('idempotent-replayed');
    const found = await sendAt(0, { path: `${PAYIN_PATH}?reference_id=${body.reference_id}`, key });
    expect(JSON.parse(found.text)).toEqual([payinIn(theirs)]);
  });
});
