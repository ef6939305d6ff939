/** Truncation of the audit log is detected, in the database and by copies of its head outside. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scrape } from '../../support/process/metrics.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
let merchant: string;

beforeAll(() => {
  merchant = running.sandbox.merchant_id;
});

function change() {
  return running.operator('keys issue', { merchant });
}

function verify(input: object = {}) {
  return running.operator('audit verify', input);
}

async function detailOf() {
  return z.object({ detail: z.string() }).parse((await verify()).body).detail;
}

function rowsOf() {
  return running.db.selectFrom('audit').selectAll().orderBy('number').execute();
}

async function keysOf() {
  const rows = await running.db.selectFrom('api_keys').select('id').execute();
  return rows.map(({ id }) => id);
}

function headOf() {
  return running.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
}

function hex(bytes: Uint8Array) {
  return Buffer.from(bytes).toString('hex');
}

/** Truncates the audit log like an attacker with write access who also resets its counter. */
async function cutTo(number: bigint): Promise<void> {
  await running.db.deleteFrom('audit').where('number', '>', number).execute();
  await running.db
    .updateTable('exclusive_work')
    .set({ turn: number })
    .where('name', '=', 'append-audit')
    .execute();
}

describe('the end of the audit', () => {
  beforeEach(async () => {
    for (let times = 0; times < 3; times += 1) await change();
  });

  it('is exported by the log and the metrics', async () => {
    const head = hex((await headOf()).hash);
    expect(hex((await rowsOf()).at(-1)!.hash)).toBe(head);
    expect(running.logs()).toContain(`"auditHead":"${head}"`);
    expect(await scrape(running)).toContain(`head="${head}"`);
    expect(await verify({ head })).toMatchObject({ status: 200 });
    expect(await verify({ head: 'ab'.repeat(32) })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`another audit. ${'ab'.repeat(32)}`) as string },
    });
  });

  describe('when it was truncated', () => {
    let kept: Awaited<ReturnType<typeof rowsOf>>;
    let head: Awaited<ReturnType<typeof headOf>>;
    let keys: string[];

    beforeEach(async () => {
      kept = await rowsOf();
      head = await headOf();
      keys = await keysOf();
      await cutTo(head.number - 2n);
    });
    afterEach(async () => {
      await running.db.deleteFrom('audit').execute();
      await running.db.insertInto('audit').values(kept).execute();
      await running.db.deleteFrom('audit_head').execute();
      await running.db.insertInto('audit_head').values(head).execute();
      await cutTo(head.number);
      // The audit knows nothing of the keys that were issued meanwhile.
      await running.db.deleteFrom('api_keys').where('id', 'not in', keys).execute();
      expect(await verify()).toMatchObject({ status: 200 });
    });

    it('is reported as changed, still after the next change', async () => {
      expect(await detailOf()).toMatch(/^The end of the audit.* was changed/);
      await change();
      await change();
      await change();
      expect(await detailOf()).toMatch(/^The end of the audit.* was changed/);
      expect(running.logs()).toContain('The end of the audit was changed');
    });

    it.each([
      ['its head is taken out', () => running.db.deleteFrom('audit_head').execute()],
      [
        'its head names the row that is the last now',
        () => {
          const { number, hash } = kept.at(-3)!;
          return running.db.updateTable('audit_head').set({ number, hash }).execute();
        },
      ],
    ])('is reported as changed though %s', async (_, tamper) => {
      await tamper();
      expect(await detailOf()).toMatch(/^The end of the audit/);
      await change();
      expect(await detailOf()).toMatch(/^The end of the audit/);
    });

    it('is reported as changed by a head kept elsewhere', async () => {
      const { body } = await verify({ head: hex(head.hash) });
      expect(body).toMatchObject({ status: 409 });
    });
  });
});
