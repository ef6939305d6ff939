// @module-tag citus-only
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cellOf } from '#service/platform/cells/cells.ts';
import { isCitus, nodesOf } from '../../support/database/citus.ts';
import { onServer } from '../../support/database/postgres-connection.ts';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { watchStatements } from '../../support/database/watch-statements.ts';
import { deliveries, startReceiver } from '../../support/network/receiver.ts';
import { cardDataBody, createdPayin, createdPayout } from '../../support/orders/orders.ts';
import { merchantIn, payTo } from '../../support/orders/merchant-in-cell.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

/** A statement and its routing, as logged by Citus. */
interface Routed {
  text: string;
  /** The schemas of the shards it was sent to. */
  cells: Set<string>;
}

const text = z.string().nullable();
const cellItem = z.object({ node: text, move_to: text, move: text, move_error: text });

const SHARD = /\b(cell_\d+)\.\w+_\d{6,}\b/g;

/** Records for each statement from now on the cells that Citus routes it to. @returns a function that ends the watch */
function watchRoutes(routed: Routed[]): () => void {
  const latest = new WeakMap<object, Routed>();
  const stopWatching = watchStatements((text, session) => {
    const statement = { text, cells: new Set<string>() };
    latest.set(session, statement);
    routed.push(statement);
  });
  const { emit } = pg.Client.prototype;
  pg.Client.prototype.emit = new Proxy(emit, {
    apply(unwatched, session: pg.Client, args: [string, ...unknown[]]): boolean {
      const statement = latest.get(session);
      if (args[0] === 'notice' && statement) addRoute(statement, args[1]);
      return Reflect.apply(unwatched, session, args);
    },
  });
  return () => {
    stopWatching();
    pg.Client.prototype.emit = emit;
  };
}

function addRoute(statement: Routed, notice: unknown): void {
  const command = notice instanceof Object && 'message' in notice ? String(notice.message) : '';
  for (const [, cell = ''] of command.matchAll(SHARD)) statement.cells.add(cell);
}

/** @param cells the cells that must have received statements */
function expectOneCellEach(routed: readonly Routed[], ...cells: number[]): void {
  expect(routed.filter((statement) => statement.cells.size > 1)).toEqual([]);
  const touched = routed.flatMap((statement) => [...statement.cells]);
  expect(touched).toEqual(expect.arrayContaining(cells.map((cell) => `cell_${cell}`)));
}

describe.skipIf(!isCitus())('cells on Citus', () => {
  let data: ServiceData;
  let running: RunningService;
  beforeAll(async () => {
    data = await newServiceData();
    const url = data.directUrl ?? '';
    const name = new URL(url).pathname.slice(1);
    await onServer(url, async (client) => {
      for (const log of ['citus.log_remote_commands', 'citus.log_local_commands']) {
        await client.query(`ALTER DATABASE ${name} SET ${log} TO on`);
      }
    });
    running = await startService({ data });
  });
  afterAll(async () => {
    await running.close();
    await data.remove();
  });

  it('are on all nodes', async () => {
    const { rows } = await sql<{ nodes: number; homes: number }>`
      select (select count(*) from pg_dist_node where shouldhaveshards)::integer as nodes,
        (select count(distinct nodename || nodeport) from citus_shards)::integer as homes`.execute(
      running.context.db,
    );
    expect(rows[0]?.homes).toBe(rows[0]?.nodes);
    expect(rows[0]?.homes).toBeGreaterThan(1);
  });

  it('run each statement of a payment in one cell', async () => {
    const cells = [1, 2, 3];
    const merchants = await Promise.all(cells.map((cell) => merchantIn(running.cells.at(cell))));
    const routed: Routed[] = [];
    const stopWatching = watchRoutes(routed);
    for (const merchant of merchants) {
      expect((await payTo(running.clientFor(merchant.key), merchant)).status).toBe('SUCCESS');
    }
    stopWatching();
    expectOneCellEach(routed, ...cells);
  });

  it("run each statement of a merchant's other requests in one cell", async () => {
    const { client, sandbox } = running;
    const receiver = await startReceiver();
    const urls = { payin_url: receiver.url, payout_url: receiver.url };
    const configured = await running.operator('webhooks configure', {
      merchant: sandbox.merchant_id,
      ...urls,
    });
    expect(configured.status).toBe(200);
    const routed: Routed[] = [];
    const stopWatching = watchRoutes(routed);
    const payin = await createdPayin(running);
    await client.submitCardData(cardDataBody(payin.id));
    const payout = await createdPayout(running, { amount: 1.5 });
    await deliveries(receiver, 2);
    const page = { page: 1, size: 20 };
    const answers = await Promise.all([
      client.getPayin(payin.id),
      client.findPayins(payin.reference_id ?? ''),
      client.getPayout(payout.id),
      client.listPayins(page),
      client.listPayouts(page),
      client.getBalances(),
      client.listRequests(),
    ]);
    const listed = await client.listWebhooks();
    const [webhook] = listed.ok ? listed.value.content : [];
    expect(await client.getWebhook(webhook?.id ?? '')).toMatchObject({ ok: true });
    // Refused while an attempt is under way, and the first attempt may not be recorded yet.
    await expect
      .poll(() => client.resendWebhook(webhook?.id ?? ''))
      .toMatchObject({ value: { webhooks: 1 } });
    await deliveries(receiver, 3);
    stopWatching();
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(receiver.received.length).toBeGreaterThanOrEqual(3);
    expectOneCellEach(routed, cellOf(sandbox.merchant_id));
    await receiver.close();
  });

  describe('can be moved by an operator', () => {
    const cell = 3;
    const listed = async () => {
      const { body } = await running.operator('cells list');
      return z.object({ items: z.array(cellItem) }).parse(body).items;
    };
    const refused = (detail: string) => ({ status: 409, body: { detail } });

    it('to another node, as the list and the audit show', async () => {
      const merchant = await merchantIn(running.cells.at(cell));
      const client = running.clientFor(merchant.key);
      const { id } = await payTo(client, merchant);
      const items = await listed();
      const from = items[cell]?.node ?? '';
      const to = items.find(({ node }) => node !== null && node !== from)?.node ?? '';
      expect(await running.operator('cells move', { cell, node: to, reason: 'room' })).toEqual({
        status: 200,
        body: { cell, from, to },
      });
      expect(await running.operator('cells move', { cell, node: from })).toMatchObject(
        refused(`Cell ${cell} is already being moved to ${to}.`),
      );
      await expect
        .poll(async () => (await listed())[cell], { timeout: PATIENCE_MS })
        .toMatchObject({ node: to, move_to: to, move: 'finished', move_error: null });
      expect(await client.getPayin(id)).toMatchObject({ ok: true, value: { status: 'SUCCESS' } });
      expect((await payTo(client, merchant)).status).toBe('SUCCESS');
      expect(await running.operator('audit list', { limit: 1 })).toMatchObject({
        body: {
          items: [
            {
              command: 'cells move',
              subject: `cell ${cell}`,
              reason: 'room',
              after: JSON.stringify({ node: to }),
            },
          ],
        },
      });
    });

    it('but not to an unknown node', async () => {
      const move = (input: object) => running.operator('cells move', input);
      const nodes = (await nodesOf(running.directUrl ?? '')).map((url) => new URL(url).host);
      const [node] = nodes;
      expect(await move({ cell, node: 'nowhere:1' })).toMatchObject(
        refused(`There is no node nowhere:1: ${nodes.join(', ')}.`),
      );
      for (const none of [0, 999]) {
        expect(await move({ cell: none, node })).toMatchObject(
          refused(`Cell ${none} is not on a node of the cluster.`),
        );
      }
    });
  });
});
