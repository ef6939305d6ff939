// @module-tag postgres-only
// @module-tag one-cell-only
// @module-tag apart
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cellOf } from '#service/platform/cells/cells.ts';
import type { ServiceContext } from '#service/platform/context.ts';
import { terminalIdIn } from '#service/merchants/find-terminal.ts';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import { merchantIn, payTo, type MerchantInCell } from '../../support/orders/merchant-in-cell.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { sharesSessions } from '../../support/database/suite.ts';

const BESIDE = 1;
const ELSEWHERE = 2;

let elsewhere: DatabaseBehindNetwork;
let running: RunningService;
/** One merchant of each cell, paid in this order. */
const merchants: MerchantInCell[] = [];
const paid: string[] = [];

const DAY_MS = 86_400_000;

const item = z.object({ id: z.string(), name: z.string().optional() });
const page = z.object({
  items: z.array(item).optional(),
  orders: z.array(item).optional(),
  next: z.string().optional(),
  missing_cells: z.array(z.number()).optional(),
});

async function ask(command: string, input: object = {}): Promise<unknown> {
  const { status, body } = await running.operator(command, input);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Reads a whole list in pages of `limit` items. */
async function listed(command: string, limit: string, input: object = {}) {
  const items: z.output<typeof item>[] = [];
  let after: string | undefined;
  do {
    const read = page.parse(await ask(command, { ...input, limit, ...(after && { after }) }));
    const some = read.items ?? read.orders ?? [];
    expect(some.length).toBeLessThanOrEqual(Number(limit));
    items.push(...some);
    after = read.next;
  } while (after !== undefined);
  return items;
}

function sharedIn(db: ServiceContext['db']) {
  return db
    .selectFrom('terminals')
    .select(['id', 'up'])
    .where('name', '=', 'shared')
    .executeTakeFirstOrThrow();
}

async function rowsOf(table: 'audit' | 'ledger_movements'): Promise<number> {
  const rows = running.cells.all.map(({ db }) => db.selectFrom(table).selectAll().execute());
  return (await Promise.all(rows)).flat().length;
}

describe.skipIf(sharesSessions)('an operator of a deployment of three cells', () => {
  beforeAll(async () => {
    elsewhere = await databaseBehindNetwork({ pastPooler: true });
    running = await startService({
      env: { CELLS: '3', CELL_ADDRESSES: `${ELSEWHERE}=${elsewhere.url}` },
    });
    for (const context of running.cells.all) {
      const merchant = await merchantIn(context);
      merchants.push(merchant);
      paid.push((await payTo(running.clientFor(merchant.key), merchant)).id);
    }
  });
  afterAll(async () => {
    await running.close();
    await elsewhere.remove();
  });

  it.each(['1', '2', '200'])(
    'lists merchants of all cells by name, %s at a time',
    async (limit) => {
      const found = await listed('merchants list', limit);
      const names = found.map(({ name = '' }) => name);
      expect(names).toEqual(names.toSorted());
      expect(new Set(found.map(({ id }) => cellOf(id)))).toEqual(new Set([0, BESIDE, ELSEWHERE]));
      expect(new Set(names).size).toBe(names.length);
    },
  );

  it.each(['1', '2', '200'])(
    'finds orders of all cells, newest first, %s at a time',
    async (limit) => {
      const found = await listed('orders search', limit, { currency: 'EUR' });
      expect(found.map(({ id }) => id)).toEqual(paid.toReversed());
    },
  );

  it.each([0, BESIDE, ELSEWHERE])('shows objects of cell %i by id or name', async (cell) => {
    const { id } = merchants[cell] ?? { id: '' };
    expect(await ask('orders show', { order: paid[cell] })).toMatchObject({ id: paid[cell] });
    const { name } = z
      .object({ name: z.string() })
      .parse(await ask('merchants show', { merchant: id }));
    expect(await ask('merchants show', { merchant: name })).toMatchObject({ id });
    const found = await listed('orders search', '1', { merchant: name });
    expect(found.map((order) => order.id)).toEqual([paid[cell]]);
  });

  it('adds up the counts of all cells', async () => {
    const payins = async () => {
      const { totals } = z
        .object({
          totals: z.array(
            z.object({ currency: z.string(), succeeded: z.number(), amount: z.string() }),
          ),
        })
        .parse(await ask('overview show'));
      return totals.map(({ succeeded, amount }) => [succeeded, amount]);
    };
    await expect.poll(payins, { timeout: PATIENCE_MS }).toEqual([[3, '37.50']]);
    const movements = await rowsOf('ledger_movements');
    expect(await ask('ledger check')).toEqual({ ok: true, movements, findings: [] });
  });

  it('creates a report of all merchants from all cells', async () => {
    const [from, to] = [DAY_MS, 0].map((ms) =>
      new Date(Date.now() - ms).toISOString().slice(0, 10),
    );
    const { report } = z
      .object({ report: z.string() })
      .parse(await ask('reports create', { kind: 'orders', from, to }));
    const made = async () => ask('reports show', { report });
    await expect
      .poll(made, { timeout: PATIENCE_MS })
      .toMatchObject({ state: 'ready', merchant: null, rows: 3 });
  });

  it('creates new merchants in the cell with the fewest, and each name once', async () => {
    const made: number[] = [];
    for (const name of ['Ada', 'Bo', 'Cy']) {
      made.push(cellOf(item.parse(await ask('merchants create', { name })).id));
    }
    // Cell 0 also holds the sandbox's two merchants.
    expect(made).toEqual([BESIDE, ELSEWHERE, BESIDE]);
    expect(await running.operator('merchants create', { name: 'Bo' })).toMatchObject({
      body: { detail: 'A merchant Bo already exists.' },
    });
  });

  describe('has shared terminals in each cell', () => {
    const terminal = { name: 'shared', adapter: 'sandbox', settings: {}, credentials: {} };
    const everywhere = () => Promise.all(running.cells.all.map(({ db }) => sharedIn(db)));

    it("with the same name and the cell's ids", async () => {
      const { id } = item.parse(await ask('terminals create', terminal));
      const rows = await everywhere();
      expect(rows.map((row) => cellOf(row.id))).toEqual([0, BESIDE, ELSEWHERE]);
      expect(rows[0]?.id).toBe(id);
      const items = await listed('terminals list', '1');
      expect(items.filter(({ name }) => name === 'shared').map((each) => each.id)).toEqual([id]);
      expect((await running.operator('terminals create', terminal)).status).toBe(409);
    });

    it('switched up and down together, by any of their ids', async () => {
      const [, copy] = await everywhere();
      await ask('terminals down', { terminal: copy?.id });
      expect((await everywhere()).map(({ up }) => up)).toEqual([false, false, false]);
      await ask('terminals up', { terminal: 'shared' });
      expect((await everywhere()).map(({ up }) => up)).toEqual([true, true, true]);
    });

    it('so that a notification reaches the attempts of all cells', async () => {
      const [first, , copy] = await everywhere();
      const [home, other] = [running.cells.first, running.cells.at(ELSEWHERE)];
      expect(await terminalIdIn(other, home, first?.id ?? '')).toBe(copy?.id);
      expect(await terminalIdIn(home, home, first?.id ?? '')).toBe(first?.id);
    });

    it('to which routes lead by listed id or name', async () => {
      const [first] = await everywhere();
      const { method } = merchants[ELSEWHERE] ?? { method: '' };
      await ask('routes create', { method, terminal: first?.id, priority: 2 });
      await ask('routes remove', { method, terminal: 'shared' });
    });
  });

  it("applies a deployment's file to the cells it concerns, and exports it", async () => {
    const merchant = (name: string) => ({ name, gates: [{ name: 'main', accounts: ['EUR'] }] });
    const terminals = [{ name: 'applied', adapter: 'sandbox', settings: {}, credentials: {} }];
    const own = { ...terminals[0], name: 'own', merchant: 'Bo' };
    const deployment = {
      terminals: [...terminals, own],
      merchants: ['Bo', 'Fay', 'Gus', 'Hal'].map(merchant),
    };
    const done = await ask('apply', { deployment });
    const { merchants: made } = z
      .object({ merchants: z.record(z.string(), z.object({ id: z.string() })) })
      .parse(done);
    expect(new Set(Object.values(made).map(({ id }) => cellOf(id))).size).toBe(3);
    expect(await ask('apply', { deployment })).toMatchObject({ changes: [] });
    const { terminals: all } = z
      .object({ terminals: z.array(z.object({ name: z.string() })) })
      .parse(await ask('export'));
    expect(all.map(({ name }) => name)).toEqual(['applied', 'own', 'sandbox', 'shared']);
    expect(await ask('terminals show', { terminal: 'own' })).toMatchObject({ merchant: 'Bo' });
    const wrong = { terminals: [{ ...own, adapter: 'none' }] };
    expect(await running.operator('apply', { deployment: wrong })).toMatchObject({ status: 400 });
  });

  it('finds changes of any cell in the audit log', async () => {
    const { items } = z
      .object({ items: z.array(z.object({ command: z.string(), subject: z.string() })) })
      .parse(await ask('audit list', { command: 'merchants create' }));
    expect(items.map(({ subject }) => subject)).toEqual(
      ['Cy', 'Bo', 'Ada'].map((name) => `merchant ${name}`),
    );
    expect(await ask('audit verify')).toMatchObject({ rows: await rowsOf('audit') });
  });

  it('gets an error for an invalid page key, and for an unknown merchant', async () => {
    expect(await running.operator('merchants list', { after: 'nowhere' })).toMatchObject({
      status: 400,
    });
    expect(await running.operator('merchants show', { merchant: 'Nobody' })).toMatchObject({
      status: 404,
    });
  });

  describe('while the database of a cell is unavailable', () => {
    beforeAll(() => elsewhere.network.cut());
    afterAll(() => elsewhere.network.restore());

    it('is told which cells are missing, and shown the rest', async () => {
      const lists = await Promise.all(
        ['merchants list', 'orders search', 'overview show', 'attention list', 'ledger check'].map(
          async (command) => page.loose().parse(await ask(command)),
        ),
      );
      expect(lists.map((answer) => answer.missing_cells)).toEqual(lists.map(() => [ELSEWHERE]));
      const found = lists[1]?.orders?.map(({ id }) => id);
      expect(found).toEqual([paid[BESIDE], paid[0]]);
      expect(await ask('cells list')).toMatchObject({
        items: [0, BESIDE, ELSEWHERE].map((cell) => ({ cell, reachable: cell !== ELSEWHERE })),
      });
      expect(await ask('attention conditions')).toContainEqual(
        expect.objectContaining({ kind: 'cell_unavailable', subject: `cell ${ELSEWHERE}` }),
      );
    });

    it('changes terminals in the other cells, but applies no file', async () => {
      expect(await ask('terminals down', { terminal: 'shared' })).toMatchObject({
        missing_cells: [ELSEWHERE],
      });
      expect(await running.operator('apply', { deployment: {} })).toMatchObject({
        body: { detail: `Nothing was done: cells do not answer (${ELSEWHERE}).` },
      });
    });

    it('creates merchants in other cells', async () => {
      const { id } = item.parse(await ask('merchants create', { name: 'Dee' }));
      expect(cellOf(id)).not.toBe(ELSEWHERE);
    });

    it('sees terminals updated in it once it is back', async () => {
      await elsewhere.network.restore();
      const { db } = running.cells.at(ELSEWHERE);
      const isUp = async () => (await sharedIn(db)).up;
      await expect.poll(isUp, { timeout: PATIENCE_MS }).toBe(false);
    });
  });
});
