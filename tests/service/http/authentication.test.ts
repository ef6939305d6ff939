import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  send,
  sign,
  timestampNow,
  type Call,
} from '../../../packages/tollgate/conformance/send.ts';
import { PAYIN_PATH, payinBody, payinIn } from '../../../packages/tollgate/conformance/orders.ts';
import { expectProblem } from '../../../packages/tollgate/conformance/problems.ts';
import { targetOf, type Key } from '../../../packages/tollgate/conformance/target.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { changeBoundRow } from '#service/platform/bound-rows.ts';
import { changeSettings } from '#service/merchants/change-settings.ts';
import { addMethod } from '../../support/database/seeds/methods.ts';
import { issuedKey, keyAnswer } from '../../support/process/operator-answers.ts';
import { startService } from '../../support/process/service.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

/** Frozen at the last millisecond of a second, so that a time rounded up rather than down fails a test. */
const clock = frozenClock(new Date(Math.floor(Date.now() / 1_000) * 1_000 + 999));
const running = serviceForTests({ now: clock.now });
const target = targetOf(running);

function nowSeconds() {
  return Math.floor(clock.now().getTime() / 1_000);
}

/** Sends a call signed with a timestamp that is off the service's clock by a number of seconds. */
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

  it('is checked after the key, so that a caller without one learns nothing about the clock', async () => {
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
    const issued = await issuedKey(running, running.sandbox.merchant_id, 'test');
    return { id: issued.apiKeyId, secret: issued.apiSecret };
  }

  async function changedKey(changes: { revoked_at?: Date; expires_at?: Date }): Promise<Key> {
    const key = await issueKey();
    const { keyring } = running.context;
    await changeSettings(running.db, running.sandbox.merchant_id, (db) =>
      changeBoundRow({ db, keyring }, { table: 'api_keys', id: key.id }, (trx) =>
        trx.updateTable('api_keys').set(changes).where('id', '=', key.id).execute(),
      ),
    );
    return key;
  }

  it('that has expired or was revoked gets the same answer as an unknown one', async () => {
    const past = new Date(clock.now().getTime() - 1);
    const keys = [await changedKey({ revoked_at: past }), await changedKey({ expires_at: past })];
    const unknown = { ...target.key, id: randomUUID() };
    const answers = [];
    for (const key of [...keys, unknown]) {
      const answer = await sendAt(0, { path: PAYIN_PATH, body: payinBody(target), key });
      const problem = expectProblem(answer, 401, 'ACCESS_DENIED');
      answers.push({ ...problem, request_id: '' });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('expires at the exact instant', async () => {
    const key = await changedKey({ expires_at: new Date(clock.now().getTime() + 2_000) });
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

  it('with scope page records its last use', async () => {
    const { body } = await running.operator('keys issue-page', { kind: 'test' });
    const { apiKeyId: id, apiSecret: secret } = keyAnswer.parse(body);
    await sendAt(0, { path: `${PAYIN_PATH}/${randomUUID()}`, key: { id, secret } });
    await expect.poll(() => lastUse({ id, secret })).toEqual(clock.now());
  });

  it('records no use for a wrong secret or a timestamp that is off', async () => {
    const [known, late, used] = [await issueKey(), await issueKey(), await issueKey()];
    const forged = { ...known, secret: used.secret };
    const call = { path: PAYIN_PATH, body: payinBody(target) };
    expectProblem(await sendAt(0, { ...call, key: forged }), 401, 'ACCESS_DENIED');
    expectProblem(await sendAt(4_000, { ...call, key: late }), 401, 'ACCESS_DENIED');
    payinIn(await sendAt(0, { ...call, key: used }));
    await expect.poll(() => lastUse(used)).toEqual(clock.now());
    expect([await lastUse(known), await lastUse(late)]).toEqual([null, null]);
  });

  it("does not work with a sealed secret copied from another key's row", async () => {
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
    expectProblem(answer, 401, 'ACCESS_DENIED');
  });

  it('is encrypted at rest: its secret is nowhere in its row', async () => {
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
  it('may use the same reference independently', async () => {
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
