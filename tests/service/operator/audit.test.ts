/** The audit log of every change: who, what, before and after, and why. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findCommand, OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { payinBody, gateBalance } from '../../support/orders/orders.ts';
import { callerOf, CHANGES, eurGate } from './changes.ts';
import { issuedKey, listed } from '../../support/process/operator-answers.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const running = {} as RunningService;

// The seed's values are sealed under the key that is now the previous one, so that `keys reseal` has something to do.
beforeAll(async () => {
  const data = await newServiceData();
  const seedsKey = await readFile(join(data.directory, 'master.key'), 'utf8');
  const MASTER_KEY = randomBytes(32).toString('base64');
  const env = { MASTER_KEY, MASTER_KEY_PREVIOUS: seedsKey.trim() };
  Object.assign(running, await startService({ data, env }));
  return async () => {
    await running.close();
    await data.remove();
  };
});

const entries = z.array(
  z.object({
    number: z.number(),
    at: z.iso.datetime(),
    actor: z.string(),
    role: z.string(),
    address: z.string().nullable(),
    command: z.string(),
    subject: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    reason: z.string().nullable(),
  }),
);

async function audit(input: object = {}) {
  const { body } = await running.operator('audit list', { limit: 200, ...input });
  return listed(entries, body);
}

/** Returns the number of the latest audit row. */
async function latest(): Promise<number> {
  const row = await running.db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}

function merchant() {
  return running.sandbox.merchant_id;
}

async function issueKey(): Promise<string> {
  return (await issuedKey(running, merchant(), 'live')).apiKeyId;
}

describe('every command that changes something', () => {
  it('is in the table of this test', () => {
    const changing = Object.entries(OPERATOR_COMMANDS).filter(([, { changes }]) => changes);
    expect(Object.keys(CHANGES).toSorted()).toEqual(changing.map(([name]) => name).toSorted());
  });

  it.each(Object.entries(CHANGES))('%s writes an audit row', async (command, arrange) => {
    const input = { ...(await arrange(running)), reason: 'because of a test' };
    const { actor, run } = await callerOf(running, command);
    const before = await latest();
    const answer = await run(input);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(findCommand(command)?.answer.safeParse(answer.body).error).toBeUndefined();
    const number = before + 1;
    expect(await latest()).toBe(number);
    const row = (await audit({ command })).find((each) => each.number === number);
    expect(row).toMatchObject({
      command,
      actor,
      role: 'admin',
      reason: 'because of a test',
      address: expect.stringContaining('127.0.0.1') as string,
    });
    expect(row!.after).not.toBe(row!.before);
    const secrets = z
      .object({ api_secret: z.string(), webhook_secret: z.string() })
      .partial()
      .parse(answer.body);
    for (const secret of Object.values(secrets)) {
      expect(row!.after).not.toContain(secret);
      expect(row!.after).toContain('fingerprint ');
    }
  });
});

describe('the audit', () => {
  it('shows before and after, and finds rows by subject', async () => {
    const gate = await eurGate(running);
    await running.operator('gates thaw', { gate });
    await running.operator('gates freeze', { gate });
    const [row] = await audit({ subject: gate, command: 'gates freeze' });
    expect(row).toMatchObject({ before: '{"frozen":false}', after: '{"frozen":true}' });
    await running.operator('gates thaw', { gate });
    const page = async (input: object) => {
      const { body } = await running.operator('audit list', { subject: gate, limit: 1, ...input });
      return z.object({ items: entries, next: z.string().optional() }).parse(body);
    };
    const { items, next } = await page({});
    expect(items).toMatchObject([{ command: 'gates thaw', number: row!.number + 1 }]);
    expect((await page({ after: next })).items).toEqual([row]);
  });

  it.each([
    ['refused', 'payins cancel', () => ({ order: randomUUID() })],
    ['wrongly called', 'gates freeze', () => ({ gate: 'x' })],
    [
      'only compared',
      'apply',
      () => ({ deployment: { merchants: [{ name: 'X' }] }, dry_run: true }),
    ],
    ['without a difference', 'merchants brand', () => ({ merchant: merchant() })],
    ['a reading one', 'merchants list', () => ({})],
  ])('has no row of a command that is %s', async (_what, command, input) => {
    const before = await latest();
    await running.operator(command, input());
    expect(await latest()).toEqual(before);
  });

  it("shares the change's transaction: a rollback leaves no row and no gap", async () => {
    const number = await latest();
    const before = await gateBalance(running.client, 'EUR');
    const gate = await eurGate(running);
    await running.db
      .transaction()
      .execute(async (db) => {
        const call = {
          command: 'money move',
          actor: { name: 'x', role: 'admin', address: undefined },
          origin: '',
        } as const;
        const input = { gate, to: 'wallet', currency: 'EUR', amount: '1.00' };
        const answer = await OPERATOR_COMMANDS['money move'].run(
          { own: input, common: {} },
          { ...running.context, db },
          call,
        );
        expect(answer).toMatchObject({ ok: true });
        throw new Error('undone');
      })
      .catch((error: unknown) => {
        expect(error).toMatchObject({ message: 'undone' });
      });
    expect(await gateBalance(running.client, 'EUR')).toEqual(before);
    await running.operator('keys issue', { merchant: merchant() });
    expect(await latest()).toBe(number + 1);
  });

  it('serializes concurrent changes', async () => {
    const before = await latest();
    const all = await Promise.all(Array.from({ length: 10 }, issueKey));
    const after = await latest();
    expect(after).toBe(before + all.length);
    const { status, body } = await running.operator('audit verify');
    expect({ status, body }).toMatchObject({ status: 200, body: { rows: after } });
    expect(z.object({ last_hash: z.string() }).parse(body).last_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('names the first row that was tampered with', async () => {
    const count = await latest();
    const verified = async () => (await running.operator('audit verify')).body;
    const rows = await running.db.selectFrom('audit').selectAll().orderBy('number').execute();
    const third = rows[2]!;
    const put = (changes: object) =>
      running.db.updateTable('audit').set(changes).where('number', '=', 3n).execute();

    for (const changes of [
      { actor: 'nobody' },
      { after: '{}' },
      { reason: null },
      { at: new Date(0) },
    ]) {
      await put(changes);
      expect(await verified()).toMatchObject({
        detail: 'Row 3 of the audit was changed.',
      });
      await put(third);
    }
    await running.db.deleteFrom('audit').where('number', '=', 3n).execute();
    expect(await verified()).toMatchObject({ detail: 'Row 3 of the audit is missing.' });
    await running.db.insertInto('audit').values(third).execute();
    expect(await verified()).toMatchObject({ rows: count });

    const end = rows.at(-1)!;
    await running.db.deleteFrom('audit').where('number', '=', end.number).execute();
    expect(await verified()).toMatchObject({
      detail: `Row ${end.number} of the audit is missing.`,
    });
    await running.db.insertInto('audit').values(end).execute();
  });
});

it('contains no customer data', async () => {
  const order = await running.client.createPayin(
    payinBody(running, { customer: { email: 'a@example.com' } }),
  );
  await running.operator('orders fail', { order: order.ok ? order.value.id : '' });
  expect(JSON.stringify(await audit())).not.toContain('a@example.com');
});
