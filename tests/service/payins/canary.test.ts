import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { withoutWaiting } from '../../support/acquirers/acquirer-doubles.ts';
import { send, type Answer, type Call } from '../../../packages/tollgate/conformance/send.ts';
import {
  cardDataBody,
  CARD_DATA_PATH,
  createPayin,
  PAYIN_PATH,
  payinBody,
  payinWhen,
} from '../../../packages/tollgate/conformance/orders.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { movedClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { asValue, dumpRows, tracesIn, tracesOf } from '../../support/traces.ts';

/** The prefix of this test's card numbers, used nowhere else in the project. */
const OWN = '4973518264';
const OWN_CARDS = ['4973518264000007', '4973518264000015', '4973518264000023'] as const;
const [APPROVED, REFUSED, UNREAD] = OWN_CARDS;
/** The sandbox's test cards, by outcome. */
const CARDS = {
  softDecline: '4000000000000002',
  hardDecline: '4000000000009979',
  silence: '4000000000000119',
  brokenConnection: '4000000000000341',
  challenge: '4000000000003220',
  pending: '4000000000000077',
  blocked: '4100000000000019',
};
const CODE = '8317';
const FIRST_NAME = 'Quillonwyth';
const LAST_NAME = 'Vandertrazzek';

const TRACES = tracesOf([OWN, ...Object.values(CARDS), FIRST_NAME, LAST_NAME]);

const clock = movedClock();
const running = serviceForTests({ now: clock.now });
const target = targetOf(running);
const answers: Answer[] = [];

beforeAll(async () => {
  await runScenarios();
});

async function ask(call: Call): Promise<Answer> {
  const answer = await send(target, call);
  answers.push(answer);
  return answer;
}

function submit(orderId: string, overrides: object) {
  return ask({
    path: CARD_DATA_PATH,
    body: {
      ...cardDataBody(orderId, { cvv: CODE, first_name: FIRST_NAME, last_name: LAST_NAME }),
      ...overrides,
    },
  });
}

async function runScenarios(): Promise<void> {
  const paid = await payToTheEnd(APPROVED);
  await submit(paid, { card_number: REFUSED });
  await submit(randomUUID(), { card_number: REFUSED });
  const { silence, brokenConnection, ...prompt } = CARDS;
  for (const card of Object.values(prompt)) await payToTheEnd(card);
  await withoutWaiting(running, () => payToTheEnd(silence));
  await payToTheEnd(brokenConnection);
  await refuseInEveryWay();
  await breakDown();
}

/** Pays and waits until the attempt has ended, except for a challenge, which only a person ends. */
async function payToTheEnd(card_number: string): Promise<string> {
  const { id } = await createPayin(target);
  expect(await submit(id, { card_number })).toMatchObject({ status: 200 });
  if (card_number !== CARDS.challenge) {
    const isSettled = ({ status }: { status: string }) =>
      status !== 'IN_PROGRESS' && status !== 'PROCESS_PENDING';
    // By then the service has inquired about open attempts, and they are decided.
    clock.advance(5_000);
    await payinWhen(target, id, isSettled);
  }
  await ask({ path: `${PAYIN_PATH}/${id}` });
  return id;
}

async function refuseInEveryWay(): Promise<void> {
  const { id } = await createPayin(target);
  const bodies: object[] = [
    { card_number: REFUSED, exp_month: '13' },
    { card_number: `${UNREAD}1` },
    { card_number: Number(UNREAD), cvv: Number(CODE) },
    { card_number: [UNREAD], cvv: { code: CODE } },
    { card_number: UNREAD, pan: UNREAD },
    { card_number: UNREAD, [UNREAD]: UNREAD },
    { card_number: UNREAD, exp_year: UNREAD, exp_month: UNREAD, cvv: UNREAD },
    { card_number: UNREAD, customer: { phone: UNREAD, [`no${UNREAD}`]: 1, email: UNREAD } },
    { card_number: UNREAD, browser_info: UNREAD },
    { order_id: UNREAD, card_number: UNREAD },
  ];
  for (const body of bodies) expect(await submit(id, body)).toMatchObject({ status: 400 });
  const text = JSON.stringify(cardDataBody(id, { card_number: UNREAD, cvv: CODE }));
  const raw: Call[] = [
    { path: CARD_DATA_PATH, body: Buffer.from(text.slice(0, -1)) },
    { path: CARD_DATA_PATH, body: Buffer.from(text + ' '.repeat(70_000)) },
    { path: CARD_DATA_PATH, body: Buffer.from(text), headers: { 'X-Signature': 'a'.repeat(64) } },
    { path: CARD_DATA_PATH, body: Buffer.from(text), headers: { 'Content-Type': 'text/plain' } },
    { path: CARD_DATA_PATH, body: Buffer.from(text), headers: { 'X-Api-Key-Id': UNREAD } },
    { path: CARD_DATA_PATH, body: Buffer.from(text), headers: { 'X-Timestamp': UNREAD } },
    { path: PAYIN_PATH, body: payinBody(target, { reference_id: `card ${UNREAD}` }) },
    { path: PAYIN_PATH, body: payinBody(target, { amount: UNREAD, currency: UNREAD }) },
    { path: `${PAYIN_PATH}/${UNREAD}` },
    { path: `${PAYIN_PATH}?card_number=${UNREAD}` },
    { path: `${PAYIN_PATH}/list?page=${UNREAD}&size=${UNREAD}&sort=${UNREAD}` },
    { path: `/api/v1/cards/${UNREAD}` },
    { method: 'PUT', path: `${PAYIN_PATH}/${UNREAD}` },
  ];
  for (const call of raw) expect((await ask(call)).status).toBeGreaterThanOrEqual(400);
}

/** Causes an error while card data is processed: its log must not contain the card. */
async function breakDown(): Promise<void> {
  const { id } = await createPayin(target);
  await sql`alter table payin_attempts rename to payin_attempts_away`.execute(running.db);
  try {
    expect(await submit(id, { card_number: REFUSED })).toMatchObject({ status: 500 });
  } finally {
    await sql`alter table payin_attempts_away rename to payin_attempts`.execute(running.db);
  }
}

describe('a card, its code and its holder leave no trace', () => {
  it('in the files of the data directory', async () => {
    // PGlite keeps its files here; PostgreSQL keeps them elsewhere.
    if (running.databaseUrl === undefined) await sql`checkpoint`.execute(running.db);
    expect(await tracesInFiles(running.dataDirectory, TRACES)).toEqual([]);
  });

  it('in any row of the database', async () => {
    const rows = await dumpRows(running.db);
    expect(rows).toContain('497351******0007');
    expect(tracesIn(Buffer.from(rows), TRACES)).toEqual([]);
    expectNoCode(rows);
  });

  it('in the logs', () => {
    const logs = running.logs();
    expect(logs).toContain('A request failed because of a bug');
    expect(tracesIn(Buffer.from(logs), TRACES)).toEqual([]);
    expectNoCode(logs);
  });

  it('in any answer', () => {
    const all = answers.map(({ headers, text }) => JSON.stringify(headers) + text).join('\n');
    expect(all).toContain('497351******0007');
    expect(tracesIn(Buffer.from(all), TRACES)).toEqual([]);
    expectNoCode(all);
  });

  if (hasPgDump()) {
    it('in a dump of the PostgreSQL database', () => {
      const { databaseUrl = '' } = running;
      const dump = execFileSync('pg_dump', ['--inserts', databaseUrl], {
        maxBuffer: 256 * 1024 * 1024,
      });
      expect(dump.includes('497351******0007')).toBe(true);
      expect(tracesIn(dump, TRACES)).toEqual([]);
      expectNoCode(dump.toString());
    });
  }
});

describe('the search for traces', () => {
  it('finds a card in any form', () => {
    const forms = [
      `number=${APPROVED};`,
      Buffer.from(`{"card_number":"${APPROVED}"}`).toString('base64'),
      Buffer.from(`"card_number":"${APPROVED}"`).toString('base64url'),
      Buffer.from(`ard_number":"${APPROVED}"`).toString('base64'),
      Buffer.from(APPROVED).toString('hex'),
      APPROVED.replaceAll(/.{4}/g, '$& '),
    ];
    for (const form of forms) expect(tracesIn(Buffer.from(form), TRACES)).not.toEqual([]);
    expect(tracesIn(Buffer.from(APPROVED, 'hex'), TRACES)).not.toEqual([]);
    expect(tracesIn(Buffer.from('497351******0007'), TRACES)).toEqual([]);
  });

  it.each([
    `{"cvv":"${CODE}"}`,
    `{"cvv":${CODE}}`,
    `(1,${CODE},f)`,
    `code ${CODE}`,
    `/pay?code=${CODE}&x=1`,
    CODE,
  ])('finds a code that is a value: %s', (text) => {
    expect(text).toMatch(asValue(CODE));
  });

  it.each([`{"pid":${CODE}}`, `127.0.0.1:${CODE}`, `0.${CODE}`, `1f-${CODE}-4a`, `pi_${CODE}c`])(
    'takes no part of another value for a code: %s',
    (text) => {
      expect(text).not.toMatch(asValue(CODE));
    },
  );
});

function expectNoCode(text: string): void {
  expect(text).not.toMatch(asValue(CODE));
  expect(text).not.toMatch(/\bcvv["'\\]*\s*[:=]\s*["'\\]*\d/i);
  expect(text).not.toMatch(/securityCode/);
}

/** Returns whether pg_dump can be used. PGlite has none, but its files are searched; some machines lack it. */
function hasPgDump(): boolean {
  if (process.env['TEST_ENGINE'] !== 'postgres') return false;
  try {
    execFileSync('pg_dump', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Returns the traces in a directory's files, with the file names. */
async function tracesInFiles(
  directory: string,
  traces: Parameters<typeof tracesIn>[1],
): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const traced = tracesIn(await readFile(path), traces);
    found.push(...traced.map((trace) => `${path}: ${trace}`));
  }
  return found;
}
