// @module-tag postgres-only
// @module-tag one-cell-only
// @module-tag apart
/** A settlement file of a shared terminal: each cell knows only the attempts of its own merchants. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../scripts/operator/operate.ts';
import {
  databaseBehindNetwork,
  type DatabaseBehindNetwork,
} from '../../support/database/behind-network.ts';
import { merchantIn, payTo } from '../../support/orders/merchant-in-cell.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import { sharesSessions } from '../../support/database/suite.ts';
import { sql } from 'kysely';
import type { ServiceContext } from '#service/platform/context.ts';

type Db = ServiceContext['db'];

interface HeldTable {
  isWaitedFor(): Promise<boolean>;
  release(): void;
}

/**
 * Locks a table against writes; reads still work.
 *
 * @param beside another database of the same server, to look for waiting sessions while `db` is unreachable
 */
async function holdTable(db: Db, table: string, beside: Db): Promise<HeldTable> {
  const held = Promise.withResolvers<string>();
  const released = Promise.withResolvers<undefined>();
  db.transaction()
    .execute(async (trx) => {
      const lock = sql`lock table ${sql.table(table)} in share row exclusive mode`;
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await lock.execute(trx);
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx);
      held.resolve(rows[0]?.name ?? '');
      await released.promise;
    })
    // The connection that holds the lock may be cut meanwhile.
    .catch(held.reject);
  const name = await held.promise;
  return {
    async isWaitedFor() {
      const { rows } = await sql`
        select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = ${name} and not granted`.execute(beside);
      return rows.length > 0;
    },
    release: () => {
      released.resolve(undefined);
    },
  };
}

const ELSEWHERE = 2;
const DAY_MS = 86_400_000;

function dayIn(ms: number) {
  return new Date(Date.now() + ms).toISOString().slice(0, 10);
}

const DAYS = { from: dayIn(-DAY_MS), to: dayIn(DAY_MS) };

interface Paid {
  order: string;
  reference: string;
}

let elsewhere: DatabaseBehindNetwork;
let running: RunningService;
/** Two paid attempts of each cell. */
const paid: (readonly [Paid, Paid])[] = [];
/** The file matched while all cells were available. */
let whole: string;

const findings = z.object({
  matched: z.int(),
  different: z.int(),
  missing_here: z.int(),
  missing_there: z.int(),
  unknown: z.int(),
  lines: z.array(z.looseObject({ line: z.int(), verdict: z.string() })),
  missing: z.array(z.looseObject({ order_id: z.string() })),
  missing_cells: z.array(z.int()).optional(),
});

async function pay(cell: number): Promise<readonly [Paid, Paid]> {
  const context = running.cells.at(cell);
  const merchant = await merchantIn(context);
  const client = running.clientFor(merchant.key);
  const payOnce = async (): Promise<Paid> => {
    const { id: order } = await payTo(client, merchant);
    const { provider_reference: reference } = await context.db
      .selectFrom('payin_attempts')
      .select('provider_reference')
      .where('payin_id', '=', order)
      .executeTakeFirstOrThrow();
    return { order, reference: reference ?? '' };
  };
  return [await payOnce(), await payOnce()];
}

function paidIn(cell: number) {
  const found = paid[cell];
  if (found === undefined) throw new Error(`Nothing was paid in cell ${cell}`);
  return found;
}

function lineOf(line: number, reference: string, minor = 1_250) {
  return {
    line,
    reference,
    currency: 'EUR',
    amount_minor: String(minor),
  };
}

/** Lines for one attempt of each cell, a wrong amount in cell 1 and an unknown reference; one attempt is missing. */
function linesOfFile() {
  const all = [paidIn(0), paidIn(1), paidIn(ELSEWHERE)];
  const firsts = all.map(([{ reference }], index) => lineOf(index + 1, reference));
  const seconds = [
    lineOf(4, paidIn(0)[1].reference),
    lineOf(5, paidIn(1)[1].reference, 1_200),
    lineOf(6, 'a stranger'),
  ];
  return [firsts, seconds] as const;
}

async function begun(): Promise<string> {
  const { body } = await running.operator('reconciliations create', {
    terminal: 'sandbox',
    ...DAYS,
  });
  return z.object({ reconciliation: z.uuid() }).parse(body).reconciliation;
}

function add(reconciliation: string, lines: readonly object[]) {
  return running.operator('reconciliations add', { reconciliation, lines });
}

async function imported(): Promise<string> {
  const reconciliation = await begun();
  for (const lines of linesOfFile()) {
    const answer = await add(reconciliation, lines);
    expect(answer).toEqual({ status: 200, body: { lines: 3 } });
  }
  return reconciliation;
}

async function shown(reconciliation: string, after = '0') {
  const { body } = await running.operator('reconciliations show', { reconciliation, after });
  return findings.parse(body);
}

const WHOLE = { matched: 4, different: 1, missing_here: 1, missing_there: 1, unknown: 0 };

describe.skipIf(sharesSessions)('a settlement file of a shared terminal', () => {
  beforeAll(async () => {
    elsewhere = await databaseBehindNetwork({ pastPooler: true });
    running = await startService({
      secondCell: elsewhere.url,
    });
    for (const cell of [0, 1, ELSEWHERE]) paid.push(await pay(cell));
    whole = await imported();
  });
  afterAll(async () => {
    await running.close();
    await elsewhere.remove();
  });

  it('is matched in the cell of each attempt, and reported as one', async () => {
    const told = await shown(whole);
    expect(told).toMatchObject(WHOLE);
    expect(told.missing_cells).toBeUndefined();
    expect(told.lines).toMatchObject([
      {
        line: 5,
        verdict: 'different',
        amount: '12.00',
        order_amount: '12.50',
        order_id: paidIn(1)[1].order,
      },
      { line: 6, verdict: 'missing_here', order_id: null },
    ]);
    expect(told.missing).toMatchObject([
      { order_id: paidIn(ELSEWHERE)[1].order, amount: '12.50', currency: 'EUR' },
    ]);
    const behind = await shown(whole, '5');
    expect(behind.lines.map(({ line }) => line)).toEqual([6]);
  });

  it('is listed once, and gives the same result when matched again', async () => {
    const again = await imported();
    expect(await shown(again)).toMatchObject(WHOLE);
    const { body } = await running.operator('reconciliations list', { limit: 2 });
    expect(body).toMatchObject({ items: [{ id: again, terminal: 'sandbox' }, { id: whole }] });
    const audit = await running.operator('audit list', { subject: `acquirer file ${again}` });
    const rows = z.object({ items: z.array(z.object({ command: z.string() })) });
    expect(rows.parse(audit.body).items.map(({ command }) => command)).toEqual([
      'reconciliations add',
      'reconciliations add',
      'reconciliations create',
    ]);
  });

  it('with a repeated reference is refused naming both lines, and nothing of that part is kept', async () => {
    const file = await begun();
    const [[, { reference }], stranger] = [paidIn(ELSEWHERE), 'b stranger'];
    expect((await add(file, [lineOf(1, reference), lineOf(2, stranger)])).status).toBe(200);
    for (const [line, repeated] of [
      [1, reference],
      [2, stranger],
    ] as const) {
      const part = [lineOf(3, paidIn(1)[0].reference), lineOf(4, repeated)];
      expect(await add(file, part)).toMatchObject({
        status: 409,
        body: { detail: `Line 4: the reference ${repeated} is already on line ${line}.` },
      });
    }
    expect(await add(file, [lineOf(3, 'c'), lineOf(4, 'c')])).toMatchObject({
      body: { detail: 'Line 4: the reference c is already on line 3.' },
    });
    expect(await add(file, [lineOf(1, 'd')])).toMatchObject({ status: 409 });
    expect(await shown(file)).toMatchObject({ matched: 1, missing_here: 1, unknown: 0 });
  });

  it('has to be matched again if a cell is lost while lines are added', async () => {
    const file = await begun();
    const [first, there] = [running.cells.first.db, running.cells.at(ELSEWHERE).db];
    const held = await holdTable(there, 'acquirer_lines', first);
    const adding = add(file, linesOfFile()[0]);
    await expect.poll(held.isWaitedFor, { timeout: PATIENCE_MS }).toBe(true);
    await elsewhere.network.cut();
    held.release();
    expect(await adding).toMatchObject({
      status: 409,
      body: { detail: `Cells do not answer (${ELSEWHERE}): match the file again later.` },
    });
    await elsewhere.network.restore();
    await expect.poll(async () => (await shown(whole)).missing_cells).toBeUndefined();
    expect(await shown(await imported())).toMatchObject(WHOLE);
  });

  it('is not found by an unknown id', async () => {
    const reconciliation = running.cells.first.newId();
    for (const [command, input] of [
      ['reconciliations show', { reconciliation }],
      ['reconciliations add', { reconciliation, lines: [lineOf(1, 'e')] }],
    ] as const) {
      expect((await running.operator(command, input)).status).toBe(404);
    }
  });

  describe('while the database of a cell is unavailable', () => {
    let partly: string;

    beforeAll(() => elsewhere.network.cut());
    afterAll(() => elsewhere.network.restore());

    it('counts lines as unknown that this cell may know', async () => {
      partly = await imported();
      const told = await shown(partly);
      const known = { matched: 3, different: 1, missing_here: 0, missing_there: 0, unknown: 2 };
      expect(told).toMatchObject({ ...known, missing_cells: [ELSEWHERE] });
      expect(told.lines.map(({ line, verdict }) => [line, verdict])).toEqual([
        [3, 'unknown'],
        [5, 'different'],
        [6, 'unknown'],
      ]);
    });

    it('is named as missing, and its matches are left out', async () => {
      const known = { matched: 3, different: 1, missing_here: 1, missing_there: 0, unknown: 1 };
      expect(await shown(whole)).toMatchObject({ ...known, missing_cells: [ELSEWHERE] });
    });

    it('is named by the command, with the unknown lines', async () => {
      const [lines] = linesOfFile();
      const text = lines.map(({ reference }) => `${reference},12.50,EUR`);
      const file = join(running.dataDirectory, 'settlement.csv');
      await writeFile(file, ['reference,amount,currency', ...text].join('\n'));
      vi.stubEnv('DATA_DIR', running.dataDirectory);
      vi.stubEnv('OPERATOR_URL', running.operatorUrl);
      const args = [file, '--terminal', 'sandbox', '--from', DAYS.from, '--to', DAYS.to];
      const ending = await operate(['reconcile', ...args]);
      vi.unstubAllEnvs();
      expect(ending).toMatchObject({ ok: false, exitCode: 1 });
      const told = ending.text.split('\n');
      expect(told[0]).toMatch(/^Line 4: unknown: sandbox-/);
      expect(told.at(-1)).toBe('1 unknown: cells do not answer (2).');
    });

    it('stays partly unknown when the cell is back, until matched again', async () => {
      await elsewhere.network.restore();
      await expect.poll(async () => (await shown(whole)).unknown).toBe(0);
      expect(await shown(whole)).toMatchObject(WHOLE);
      expect(await shown(partly)).toMatchObject({
        matched: 3,
        missing_here: 0,
        missing_there: 0,
        unknown: 2,
        missing_cells: [ELSEWHERE],
      });
      expect(await shown(await imported())).toMatchObject(WHOLE);
    });
  });
});
