// @module-tag postgres-only
// @module-tag one-cell-only
// @module-tag apart
/** A merchant's people: they are stored in cell 0, their merchant in any cell. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FOR_MERCHANTS } from '#service/operator/roles.ts';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import { commandAs, inviteLink, newPerson } from '../../support/operator/people.ts';
import { merchantIn, payTo, type MerchantInCell } from '../../support/orders/merchant-in-cell.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { listed } from '../../support/process/operator-answers.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { sharesSessions } from '../../support/database/suite.ts';

const ELSEWHERE = 2;
const CELLS = [0, 1, ELSEWHERE];
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };
const clock = frozenClock(new Date());

/** One merchant's objects, by the options that name them, and its person. */
interface Own extends Record<'merchant' | 'key' | 'order' | 'refund' | 'event' | 'report', string> {
  name: string;
  cookie: string;
  email: string;
}

let elsewhere: DatabaseBehindNetwork;
let running: RunningService;
/** One merchant of each cell. */
const owned: Own[] = [];

function ownOf(cell: number): Own {
  const own = owned[cell];
  if (own === undefined) throw new Error(`No merchant in cell ${cell}`);
  return own;
}

async function arrange(cell: number): Promise<Own> {
  const context = running.cells.at(cell);
  const merchant: MerchantInCell = await merchantIn(context);
  const { id: order } = await payTo(running.clientFor(merchant.key), merchant);
  const made = await running.operator('refunds create', { order, amount: '1.00' });
  const { id: refund } = z.object({ id: z.uuid() }).parse(made.body);
  const { id: event } = await context.db
    .selectFrom('webhook_events')
    .select('id')
    .where('group_id', '=', order)
    .executeTakeFirstOrThrow();
  const { name } = await context.db
    .selectFrom('merchants')
    .select('name')
    .where('id', '=', merchant.id)
    .executeTakeFirstOrThrow();
  const wanted = { kind: 'fees', ...JANUARY, merchant: merchant.id };
  const { body } = await running.operator('reports create', wanted);
  const { report } = z.object({ report: z.uuid() }).parse(body);
  const person = await newPerson(running, clock, { role: 'merchant', merchant: name });
  const { cookie, email } = person;
  const key = merchant.key.apiKeyId;
  return { merchant: merchant.id, key, order, refund, event, report, name, cookie, email };
}

const people = z.array(z.object({ email: z.string().nullable(), merchant: z.string().nullable() }));

async function merchantsListed(command: 'people list' | 'invitations list') {
  const { body } = await running.operator(command);
  return new Map(listed(people, body).map(({ email, merchant }) => [email, merchant]));
}

describe.skipIf(sharesSessions)("a merchant's person", () => {
  beforeAll(async () => {
    elsewhere = await databaseBehindNetwork({ pastPooler: true });
    running = await startService({
      now: clock.now,
      secondCell: elsewhere.url,
    });
    for (const cell of CELLS) owned.push(await arrange(cell));
  });
  afterAll(async () => {
    await running.close();
    await elsewhere.remove();
  });

  describe.each(CELLS)('of cell %i', (cell) => {
    it('is invited by its name or id, and listed with its name', async () => {
      const { merchant, name, email } = ownOf(cell);
      const invited = `invited-${cell}@pay.example`;
      await inviteLink(running, { role: 'merchant', merchant, email: invited });
      expect((await merchantsListed('invitations list')).get(invited)).toBe(name);
      expect((await merchantsListed('people list')).get(email)).toBe(name);
      const shown = await running.operator('people show', { person: email });
      expect(shown.body).toMatchObject({ role: 'merchant', merchant });
    });

    it.each(Object.entries(FOR_MERCHANTS))(
      'may run %s for their own merchant only',
      async (command, option) => {
        const own = ownOf(cell);
        const more = MORE[command] ?? {};
        if (option !== 'nobody') {
          for (const other of owned.filter(({ merchant }) => merchant !== own.merchant)) {
            const strange = { ...more, [option]: other[option] };
            const { status } = await commandAs(running, own.cookie, command, strange);
            expect({ status, strange }).toEqual({ status: 404, strange });
          }
        }
        const input = { ...more, ...(option !== 'nobody' && { [option]: own[option] }) };
        const { status, body } = await commandAs(running, own.cookie, command, input);
        expect(status, JSON.stringify(body)).toBe(200);
        const told = JSON.stringify(body);
        for (const other of owned.filter(({ merchant }) => merchant !== own.merchant)) {
          const { merchant, key, order, refund, event, report, name } = other;
          for (const its of [merchant, key, order, refund, event, report, name]) {
            expect(told).not.toContain(its);
          }
        }
      },
    );

    it('finds their orders without naming the merchant, and gets only their own report files', async () => {
      const { cookie, order } = ownOf(cell);
      const found = await commandAs(running, cookie, 'orders search');
      expect(found.body).toMatchObject({ orders: [{ id: order }] });
      const fileOf = async ({ report }: Own) => {
        const path = `/api/operator/v1/reports/${report}/file`;
        return (await fetch(running.operatorUrl + path, { headers: { cookie } })).status;
      };
      await expect.poll(() => fileOf(ownOf(cell)), { timeout: PATIENCE_MS }).toBe(200);
      for (const other of CELLS.filter((each) => each !== cell)) {
        expect(await fileOf(ownOf(other))).toBe(404);
      }
    });

    it('is named in the audit with their changes', async () => {
      const { email, cookie, merchant } = ownOf(cell);
      await commandAs(running, cookie, 'keys issue', { kind: 'test' });
      const { body } = await running.operator('audit list', { actor: `person ${email}` });
      const items = z.array(z.looseObject({ command: z.string(), role: z.string() }));
      const rows = listed(items, body).filter(({ command }) => command === 'keys issue');
      expect(rows.at(0)).toMatchObject({ role: 'merchant' });
      expect(JSON.stringify(rows)).toContain(merchant);
    });
  });

  it('may have had another role, and may get it back', async () => {
    const { email, cookie } = await newPerson(running, clock, { role: 'viewer' });
    const change = (input: object) =>
      running.operator('people change-role', { person: email, ...input });
    const { merchant, order, name } = ownOf(1);
    expect(await change({ role: 'merchant', merchant })).toMatchObject({ status: 200 });
    expect((await merchantsListed('people list')).get(email)).toBe(name);
    const found = await commandAs(running, cookie, 'orders search');
    expect(found.body).toMatchObject({ orders: [{ id: order }] });
    expect(await change({ role: 'viewer' })).toMatchObject({ status: 200 });
    expect((await merchantsListed('people list')).get(email)).toBeNull();
    expect((await commandAs(running, cookie, 'merchants list')).status).toBe(200);
  });

  it('is not invited for an unknown merchant, nor with another role', async () => {
    const { merchant } = ownOf(1);
    const stranger = running.cells.at(1).newId();
    const invite = async (input: object) => (await running.operator('people invite', input)).status;
    expect(await invite({ role: 'merchant', merchant: stranger })).toBe(404);
    expect(await invite({ role: 'merchant', merchant: 'Nobody' })).toBe(404);
    expect(await invite({ role: 'viewer', merchant })).toBe(400);
  });

  describe('while the database of a cell is unavailable', () => {
    beforeAll(() => elsewhere.network.cut());
    afterAll(() => elsewhere.network.restore());

    it('is listed as before, and gets 503 if the cell is theirs', async () => {
      const { email, name } = ownOf(ELSEWHERE);
      expect((await merchantsListed('people list')).get(email)).toBe(name);
      const asked = CELLS.map((cell) =>
        commandAs(running, ownOf(cell).cookie, 'orders search').then(({ status }) => status),
      );
      expect(await Promise.all(asked)).toEqual([200, 200, 503]);
      const session = await fetch(`${running.operatorUrl}/api/operator/v1/session`, {
        headers: { cookie: ownOf(ELSEWHERE).cookie },
      });
      expect(session.status).toBe(200);
    });
  });
});

/** Further input that a command needs. */
const MORE: Readonly<Record<string, object>> = {
  'orders explain': { code: 'ACCESS_DENIED' },
  'reports create': { kind: 'fees', ...JANUARY },
  'keys issue': { kind: 'test' },
  'webhooks configure': { payin_url: 'none' },
  'webhooks resend-failed': { since: '2026-01-01T00:00:00Z' },
};
