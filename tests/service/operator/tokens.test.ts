/** What programs may do with tokens of each role. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OPERATOR_COMMANDS } from '#service/operator/commands.ts';
import { STAFF_ROLES } from '#service/operator/roles.ts';

type Role = (typeof STAFF_ROLES)[number];
import { frozenClock } from '../../support/process/clock.ts';
import { requestFor } from '../../support/process/operate.ts';
import { listed } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());
const DAY_MS = 86_400_000;

const running = serviceForTests({ now: clock.now });

const issued = z.object({ token: z.string(), name: z.string() });

async function issue(role: Role, days = 90) {
  const name = `t-${randomUUID()}`;
  const { body } = await running.operator('tokens issue', { name, role, days });
  return issued.parse(body);
}

async function call(token: string, command: string, input: object = {}) {
  const { path, init } =
    command === '' ? { path: 'commands', init: {} } : requestFor(command, input);
  const answer = await fetch(`${running.operatorUrl}/api/operator/v1/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...init,
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const READS = [
  'alerts list',
  'attention list',
  'attention conditions',
  'blocks list',
  'gates list',
  'gates show',
  'keys list',
  'keys show',
  'ledger balances',
  'ledger check',
  'ledger holds',
  'ledger movements',
  'ledger status',
  'merchants show',
  'methods list',
  'methods show',
  'disputes list',
  'disputes show',
  'disputes evidence',
  'disputes ratio',
  'overview show',
  'routes choose',
  'routes list',
  'adjustments list',
  'terminals health',
  'webhooks destinations',
  'webhooks event',
  'webhooks events',
  'webhooks show',
  'orders search',
  'orders show',
  'orders explain',
  'limits show',
  'links list',
  'links methods',
  'links show',
  'refunds list',
  'refunds show',
  'merchants list',
  'terminals check',
  'terminals list',
  'terminals show',
  'webhooks list',
];
const AUDIT = ['audit list', 'audit verify'];
const REPORTS = [
  'reports fees',
  'reports orders',
  'reports settlement',
  'reconciliations create',
  'reconciliations add',
  'reconciliations list',
  'reconciliations show',
];
const MONEY = [
  'adjustments confirm',
  'adjustments reject',
  'fees correct',
  'ledger adjust',
  'gates freeze',
  'gates thaw',
  'money move',
  'orders fail',
  'refunds create',
  'refunds take',
  'disputes charge',
];
const ALLOWED: Record<Role, string[]> = {
  viewer: READS,
  support: [
    ...READS,
    'attention resolve',
    'attention retake',
    'blocks add',
    'blocks remove',
    'disputes answered',
    'links close',
    'links create',
    'payins cancel',
    'payins comment',
    'webhooks resend',
    'webhooks resend-failed',
  ],
  finance: [
    ...READS,
    ...AUDIT,
    ...MONEY,
    ...REPORTS,
    'attention resolve',
    'attention retake',
    'disputes answered',
    'disputes end',
    'links close',
    'links create',
  ],
  admin: Object.keys(OPERATOR_COMMANDS),
};

describe.each(STAFF_ROLES)('a token of role %s', (role) => {
  it("may run its role's commands, and no others", async () => {
    const { token } = await issue(role);
    // An invalid input for every command: 400 shows that the caller may run it.
    const answers = await Promise.all(
      Object.keys(OPERATOR_COMMANDS).map(async (command) => ({
        command,
        ...(await call(token, command, { nonsense: 1 })),
      })),
    );
    const may = answers.filter(({ status }) => status === 400).map(({ command }) => command);
    expect(may.toSorted()).toEqual(ALLOWED[role].toSorted());
    const others = answers.filter(({ status }) => status !== 400);
    expect(others.every(({ status }) => status === 403)).toBe(true);
  });

  it('sees only the commands that it may run', async () => {
    const { token } = await issue(role);
    const list = z.array(z.object({ name: z.string() })).parse((await call(token, '')).body);
    expect(list.map(({ name }) => name).toSorted()).toEqual(ALLOWED[role].toSorted());
  });
});

describe('a token', () => {
  it('is named in the audit', async () => {
    const { token, name } = await issue('finance');
    const { body } = await running.operator('merchants list');
    expect(listed(z.array(z.unknown()), body)).not.toHaveLength(0);
    const gate = await running.db.selectFrom('gates').select('id').executeTakeFirstOrThrow();
    await call(token, 'gates freeze', { gate: gate.id });
    await call(token, 'gates thaw', { gate: gate.id });
    const recorded = await running.operator('audit list', { actor: `token ${name}` });
    expect(recorded.body).toMatchObject({
      items: [
        { command: 'gates thaw', role: 'finance' },
        { command: 'gates freeze', role: 'finance' },
      ],
    });
  });

  it('ends when it is revoked, and when it expires', async () => {
    const [revoked, expiring] = [await issue('viewer'), await issue('viewer', 1)];
    expect((await call(revoked.token, 'merchants list')).status).toBe(200);
    await running.operator('tokens revoke', { name: revoked.name });
    expect((await call(revoked.token, 'merchants list')).status).toBe(401);
    expect((await running.operator('tokens revoke', { name: revoked.name })).status).toBe(404);
    clock.advance(DAY_MS - 1);
    expect((await call(expiring.token, 'merchants list')).status).toBe(200);
    clock.advance(1);
    expect((await call(expiring.token, 'merchants list')).status).toBe(401);
  });

  it('is stored only as a hash, and shown once', async () => {
    const { token, name } = await issue('viewer');
    const { rows } = await sql`select to_jsonb(operator_tokens) from operator_tokens`.execute(
      running.db,
    );
    const { body } = await running.operator('tokens list');
    const { body: audit } = await running.operator('audit list');
    expect(JSON.stringify([rows, body, audit])).not.toContain(token);
    expect(JSON.stringify(body)).toContain(name);
    expect(running.logs()).not.toContain(token);
  });

  it('has a unique name, which is never reused', async () => {
    const { name } = await issue('viewer');
    await running.operator('tokens revoke', { name });
    const again = await running.operator('tokens issue', { name, role: 'viewer' });
    expect(again).toMatchObject({ status: 409 });
  });

  it.each(['', 'tgo_', 'tgo_guessed', 'x'.repeat(10_000)])('is not %j', async (token) => {
    expect((await call(token, 'merchants list')).status).toBe(401);
  });
});
