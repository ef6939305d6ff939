// @module-tag postgres-only
// @module-tag one-cell-only
// @module-tag apart
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellOf, idsOfCell } from '#service/platform/cells/cells.ts';
import { connectDatabase } from '#service/platform/database/connect.ts';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import { watchStatements } from '../../support/database/watch-statements.ts';
import {
  merchantIn,
  payinTo,
  payTo,
  type MerchantInCell,
} from '../../support/orders/merchant-in-cell.ts';
import { createdPayin, untilKnown } from '../../support/orders/orders.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { scrape, valueOf } from '../../support/process/metrics.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { sharesSessions, postgresServer } from '../../support/database/suite.ts';

const BESIDE = 1;
const ELSEWHERE = 2;

let elsewhere: DatabaseBehindNetwork;
let running: RunningService;
let merchants: Record<number, MerchantInCell>;
let stopWatching: () => void;

/** Whether a statement is part of a payment that a test watches. */
const payment = new AsyncLocalStorage<boolean>();
/** The number of the payment's statements, by schema. */
const touched = new Map<string, number>();
/** Statements of the sandbox, and those that begin a session. */
const NO_TABLE_OF_OURS = /sandbox|set_config/;

function watchSchemas(): () => void {
  const schemas = new WeakMap<object, string>();
  return watchStatements((text, session) => {
    const entered = /^set search_path to (\w+)$/.exec(text)?.[1];
    if (entered !== undefined) schemas.set(session, entered);
    else if (text === 'reset search_path') schemas.delete(session);
    else if (payment.getStore() === true && !NO_TABLE_OF_OURS.test(text)) {
      const schema = schemas.get(session) ?? 'that of cell 0';
      touched.set(schema, (touched.get(schema) ?? 0) + 1);
    }
  });
}

describe.skipIf(sharesSessions)('a deployment of several cells', () => {
  beforeAll(async () => {
    stopWatching = watchSchemas();
    elsewhere = await databaseBehindNetwork({ pastPooler: true });
    running = await startService({
      secondCell: elsewhere.url,
    });
    merchants = {
      [BESIDE]: await merchantIn(running.cells.at(BESIDE)),
      [ELSEWHERE]: await merchantIn(running.cells.at(ELSEWHERE)),
    };
  });
  afterAll(async () => {
    await running.close();
    stopWatching();
    await elsewhere.remove();
  });

  const merchantOf = (cell: number) => {
    const merchant = merchants[cell];
    if (merchant === undefined) throw new Error(`No merchant in cell ${cell}`);
    return merchant;
  };
  const pay = (cell: number) => payTo(running.clientFor(merchantOf(cell).key), merchantOf(cell));

  describe.each([BESIDE, ELSEWHERE])('a merchant of cell %i', (cell) => {
    it('is paid by orders stored only in that cell', async () => {
      const { id, status } = await pay(cell);
      expect(status).toBe('SUCCESS');
      expect(cellOf(id)).toBe(cell);
      const found = await Promise.all(
        running.cells.all.map(({ db }) =>
          db.selectFrom('payins').select('id').where('id', '=', id).execute(),
        ),
      );
      expect(found.map((rows) => rows.length)).toEqual([0, 1, 2].map((n) => Number(n === cell)));
    });

    it('finds no orders of another cell, and no other cell finds its orders', async () => {
      const { id: own } = await createdPayin(running);
      const { id } = await pay(cell);
      const client = running.clientFor(merchantOf(cell).key);
      expect(await client.getPayin(own)).toMatchObject({ ok: false, status: 404 });
      expect(await running.client.getPayin(id)).toMatchObject({ ok: false, status: 404 });
    });

    it('gets its recurring work', async () => {
      const { db } = running.cells.at(cell);
      const client = running.clientFor(merchantOf(cell).key);
      const body = payinTo(merchantOf(cell).method);
      const created = await untilKnown(() => client.createPayin(body));
      const id = created.ok ? created.value.id : '';
      await db
        .updateTable('payins')
        .set({ expires_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      const status = async () => {
        const read = await client.getPayin(id);
        return read.ok ? read.value.status : read.status;
      };
      await expect.poll(status, { timeout: PATIENCE_MS }).toBe('CLOSED');
    });

    it('touches no other cell, except for the sandbox acquirer', async () => {
      touched.clear();
      const { fetch } = running.service;
      const client = running.clientFor({
        ...merchantOf(cell).key,
        fetch: async (input, init) => payment.run(true, () => fetch(new Request(input, init))),
      });
      const { status } = await payTo(client, merchantOf(cell));
      expect(status).toBe('SUCCESS');
      expect([...touched.keys()]).toEqual([`cell_${String(cell)}`]);
      expect(touched.get(`cell_${String(cell)}`)).toBeGreaterThan(3);
    });
  });

  it('An id of a cell that does not exist is not found', async () => {
    const strangers = idsOfCell(3);
    expect(await running.client.getPayin(strangers())).toMatchObject({ ok: false, status: 404 });
    const client = running.clientFor({ ...merchantOf(BESIDE).key, apiKeyId: strangers() });
    expect(await client.getPayin(randomUUID())).toMatchObject({ ok: false, status: 401 });
  });

  it('metrics cover all cells', async () => {
    await running.operator('ledger check');
    const { db, newId, now } = running.cells.at(ELSEWHERE);
    const id = newId();
    const findings = JSON.stringify([{ rule: 'a' }, { rule: 'b' }]);
    await db
      .insertInto('ledger_checks')
      .values({ id, at: now(), movements: 0n, findings })
      .execute();
    const text = await scrape(running);
    await db.deleteFrom('ledger_checks').where('id', '=', id).execute();
    expect(valueOf(text, 'tollgate_ledger_findings')).toBe(2);
    expect(valueOf(text, 'tollgate_database_up')).toBe(1);
    for (const { method } of Object.values(merchants)) {
      expect(valueOf(text, 'tollgate_method_info', { method })).toBe(1);
    }
  });

  describe('while the database of a cell is unavailable', () => {
    it("other cells' merchants can be paid, and its own as soon as it is back", async () => {
      await elsewhere.network.cut();
      const { key, method } = merchantOf(ELSEWHERE);
      const away = await running.clientFor(key).createPayin(payinTo(method));
      expect(away).toMatchObject({ ok: false, status: 503 });
      const { merchant_id: id, api_key_id: apiKeyId, api_secret: apiSecret } = running.sandbox;
      const ofFirst = {
        id,
        method: running.sandbox.methods['card_eur'] ?? '',
        key: { apiKeyId, apiSecret },
      };
      const paid = await Promise.all([pay(BESIDE), payTo(running.client, ofFirst)]);
      expect(paid.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
      const isReady = async () => (await fetch(`${running.baseUrl}/api/health/ready`)).status;
      await expect.poll(isReady, { timeout: PATIENCE_MS }).toBe(200);
      expect(valueOf(await scrape(running), 'tollgate_database_up')).toBe(0);
      await elsewhere.network.restore();
      expect((await pay(ELSEWHERE)).status).toBe('SUCCESS');
    });
  });
});

it('Cells are refused behind a transaction-mode pooler', async () => {
  const database = await connectDatabase({
    databaseUrl: postgresServer(),
    dataDirectory: '',
    poolSize: 2,
    prepares: false,
    onConnectionLost: () => undefined,
  });
  expect(() => database.inSchema('cell_1')).toThrow(
    'Several cells need their own database sessions',
  );
  await database.close();
});
