// @module-tag postgres-only
// @module-tag one-cell-only
// @module-tag apart
/** Objects of a merchant in one of several cells: commands find them there, and a file does not change their owner. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cellOf } from '#service/platform/cells/cells.ts';
import { card } from './deployment-file.ts';
import { merchantIn, type MerchantInCell } from '../../support/orders/merchant-in-cell.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { sharesSessions } from '../../support/database/suite.ts';

const CELL = 1;
const CELLS = 3;

const terminal = { adapter: 'sandbox', settings: {}, credentials: {} };
const listed = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

let running: RunningService;
let merchant: MerchantInCell;

async function ask(command: string, input: object = {}): Promise<unknown> {
  const { status, body } = await running.operator(command, input);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

async function problemsOf(deployment: object): Promise<string[]> {
  const { status, body } = await running.operator('apply', { deployment });
  expect({ status, body }).toMatchObject({ status: 400 });
  return z.object({ problems: z.array(z.string()) }).parse(body).problems;
}

async function terminalsNamed(name: string): Promise<number[]> {
  const rows = running.cells.all.map(({ db }) =>
    db.selectFrom('terminals').select('id').where('name', '=', name).execute(),
  );
  return (await Promise.all(rows)).flat().map(({ id }) => cellOf(id));
}

describe.skipIf(sharesSessions)('in several cells', () => {
  beforeAll(async () => {
    running = await startService({ env: { CELLS: String(CELLS) } });
    merchant = await merchantIn(running.cells.at(CELL));
  });
  afterAll(() => running.close());

  it('an invalid input is refused before any look-up', async () => {
    const order = randomUUID();
    const { id } = merchant;
    for (const input of [{ merchant: 'a\0b' }, { merchant: id, kind: 'email', order }]) {
      expect((await running.operator('blocks add', input)).status).toBe(400);
    }
  });

  it("routes are reordered in their method's cell, whatever terminals are named", async () => {
    const { method } = merchant;
    const answer = await running.operator('routes reorder', { method, order: randomUUID() });
    // The method is found, though it has no route to that terminal.
    expect(answer).toMatchObject({ status: 400 });
  });

  describe("a merchant's own terminal", () => {
    const owner = 'Owner';
    const others = ['Ada', 'Bo', 'Cy'];
    const routed = (name: string) => ({
      name,
      gates: [
        {
          name: 'main',
          accounts: ['EUR'],
          methods: [{ ...card, routes: [{ terminal: 'own', priority: 1 }] }],
        },
      ],
    });
    let home: number[];

    beforeAll(async () => {
      const terminals = [{ ...terminal, name: 'own', merchant: owner }];
      await ask('apply', { deployment: { merchants: [{ name: owner }], terminals } });
      home = await terminalsNamed('own');
      expect(home).toHaveLength(1);
    });

    it('is changed by a file that omits its owner', async () => {
      await ask('apply', { deployment: { terminals: [{ ...terminal, name: 'own', up: false }] } });
      expect(await terminalsNamed('own')).toEqual(home);
      expect(await ask('terminals show', { terminal: 'own' })).toMatchObject({
        merchant: owner,
        up: false,
      });
      const { items } = listed.parse(await ask('terminals list'));
      expect(items.filter(({ name }) => name === 'own')).toHaveLength(1);
    });

    it.each([...others, null])('cannot be given to %s', async (other) => {
      const terminals = [{ ...terminal, name: 'own', merchant: other }];
      const merchants = others.map((name) => ({ name }));
      expect(await problemsOf({ merchants, terminals })).toContain(
        'terminals[own].merchant: with several cells, the merchant of a terminal cannot be changed.',
      );
    });

    it("takes no other merchant's payments, in any cell", async () => {
      const place = (name: string) => `merchants[${name}].gates[main].methods[card].routes[own]`;
      const problems = await problemsOf({ merchants: others.map(routed) });
      expect(problems.toSorted()).toEqual(
        others.map((name) => `${place(name)}: the terminal belongs to ${owner}.`),
      );
    });
  });

  it('the first audit row that was tampered with is named with its cell', async () => {
    await ask('keys issue', { merchant: merchant.id });
    const { db } = running.cells.at(CELL);
    await db.updateTable('audit').set({ actor: 'nobody' }).where('number', '=', 1n).execute();
    expect(await running.operator('audit verify')).toMatchObject({
      body: { detail: `Row 1 of the audit of cell ${CELL} was changed.` },
    });
  });
});
