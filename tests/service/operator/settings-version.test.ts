import { describe, expect, it } from 'vitest';
import { openGateAccount } from '#service/ledger/accounts.ts';
import { addMethod, gateOf } from '../../support/database/seeds/methods.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { issuedKey } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();

async function versionOf(merchantId: string): Promise<bigint> {
  const { config_version: version } = await running.db
    .selectFrom('merchants')
    .select('config_version')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return version;
}

async function issueKey(): Promise<string> {
  return (await issuedKey(running, running.sandbox.merchant_id, 'test')).apiKeyId;
}

async function aGate(): Promise<string> {
  const { id } = await running.db
    .selectFrom('gates')
    .select('id')
    .where('merchant_id', '=', running.sandbox.merchant_id)
    .executeTakeFirstOrThrow();
  return id;
}

async function gateWithoutAccount(): Promise<string> {
  const method = await addMethod(running, { account: false });
  const gate = await gateOf(running, method);
  return gate;
}

describe("a merchant's settings get a new version by", () => {
  const changes: [name: string, prepare: () => Promise<() => Promise<unknown>>][] = [
    ['issuing a key', () => Promise.resolve(issueKey)],
    [
      'rotating a key',
      async () => {
        const key = await issueKey();
        return () => running.operator('keys rotate', { key, overlap_hours: 1, kind: 'test' });
      },
    ],
    [
      'revoking a key',
      async () => {
        const key = await issueKey();
        return () => running.operator('keys revoke', { key });
      },
    ],
    [
      'freezing a gate',
      async () => {
        const gate = await aGate();
        return () => running.operator('gates freeze', { gate });
      },
    ],
    [
      'thawing a gate',
      async () => {
        const gate = await aGate();
        return () => running.operator('gates thaw', { gate });
      },
    ],
    [
      'opening an account of a gate',
      async () => {
        const gateId = await gateWithoutAccount();
        const account = { gateId, currency: 'EUR', openingMinor: 0n } as const;
        return () => openGateAccount(running.db, account, new Date());
      },
    ],
  ];

  it.each(changes)('%s', async (_what, prepare) => {
    const change = await prepare();
    const before = await versionOf(running.sandbox.merchant_id);
    await change();
    expect(await versionOf(running.sandbox.merchant_id)).toBeGreaterThan(before);
  });
});

describe("a merchant's settings keep their version when", () => {
  it.each([
    ['a key that is not there is revoked', 'keys revoke', { key: 'not there' }],
    ['the key of a page is issued', 'keys issue-page', { kind: 'test' }],
  ])('%s', async (_what, command, input) => {
    const before = await versionOf(running.sandbox.merchant_id);
    const key = '11111111-1111-4111-8111-111111111111';
    await running.operator(command, 'key' in input ? { key } : input);
    expect(await versionOf(running.sandbox.merchant_id)).toBe(before);
  });
});

describe('settings that change continually', () => {
  it('delay requests at most, and nothing is created twice', async () => {
    const until = { enough: false };
    const changing = (async () => {
      while (!until.enough) await issueKey();
    })();
    const answers: number[] = [];
    for (let count = 0; count < 30; count += 1) {
      const answer = await running.client.createPayin(payinBody(running));
      answers.push(answer.ok ? 200 : (answer.status ?? 0));
    }
    until.enough = true;
    await changing;
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers).toContain(200);
  });
});
