/** Rows that let people and programs in, written by somebody who can only write to the database. */
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findPerson } from '#service/operator/people/store.ts';
import { newToken, tokenHash } from '#service/operator/tokens.ts';
import type { BoundTable } from '#service/platform/bound-rows.ts';
import {
  accept,
  browse,
  commandAs,
  inviteLink,
  newPerson,
  tokenIn,
  type Person,
} from '../../support/operator/people.ts';
import { copyRow, copyRowBack, insertCopy } from '../../support/database/tampering.ts';
import { done } from '../../support/process/operate.ts';
import { passkeyPeople } from './passkey-people.ts';
import { frozenClock } from '../../support/process/clock.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const clock = frozenClock(new Date());

const running = serviceForTests({ now: clock.now });

/** A row that lets somebody in, and what can be done with it. */
interface Granting {
  table: BoundTable;
  id: string;
  /** Tells whether it lets somebody in. */
  use: () => Promise<boolean>;
  /** Ends or narrows what it grants, as an operator does. */
  end: () => Promise<unknown>;
}

interface Kind {
  table: BoundTable;
  make: () => Promise<Granting>;
  /** Changes of a row with which somebody would get more than it grants. */
  widened: () => Promise<object[]>;
  /** Another row, made from a copy. `use` tells whether it lets somebody in. */
  added: () => { changes: object; use?: () => Promise<boolean> };
}

const KINDS: Kind[] = [
  {
    table: 'operator_tokens',
    async make() {
      const name = `token-${randomUUID()}`;
      const { token } = z
        .object({ token: z.string() })
        .parse(await done(running, 'tokens issue', { name, role: 'viewer' }));
      const { id } = await running.db
        .selectFrom('operator_tokens')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      const end = () => done(running, 'tokens revoke', { name });
      return { table: 'operator_tokens', id, use: () => letsIn({ token }), end };
    },
    widened: async () => [
      { role: 'admin' },
      { expires_at: '2099-01-01T00:00:00Z' },
      { row_mac: null },
    ],
    added() {
      const token = `tgo_${newToken()}`;
      const changes = { id: randomUUID(), name: `x-${randomUUID()}`, token_hash: hash(token) };
      return { changes, use: () => letsIn({ token }) };
    },
  },
  {
    table: 'people',
    async make() {
      const { email, cookie } = await newPerson(running, { role: 'admin' });
      const { id } = (await findPerson(running.db, email))!;
      const end = () => done(running, 'people change-role', { person: id, role: 'viewer' });
      return { table: 'people', id, use: () => letsIn({ cookie }), end };
    },
    widened: async () => [
      { role: 'finance' },
      { email: 'somebody@else.example' },
      { row_mac: null },
    ],
    added: () => ({ changes: { id: randomUUID(), email: `${randomUUID()}@thief.example` } }),
  },
  {
    table: 'operator_sessions',
    async make() {
      const { email, cookie } = await newPerson(running, { role: 'viewer' });
      const id = await sessionOf(email);
      const end = () => done(running, 'sessions end', { session: id });
      return { table: 'operator_sessions', id, use: () => letsIn({ cookie }), end };
    },
    async widened() {
      const { email } = await newPerson(running, { role: 'admin' });
      const { id } = (await findPerson(running.db, email))!;
      return [{ person_id: id }, { expires_at: '2099-01-01T00:00:00Z' }, { row_mac: null }];
    },
    added() {
      const token = newToken();
      const use = () => letsIn({ cookie: `tollgate_operator=${token}` });
      return { changes: { id: randomUUID(), token_hash: hash(token) }, use };
    },
  },
  {
    table: 'passkeys',
    async make() {
      const person = await newPerson(running, { role: 'viewer' });
      const { id } = await running.db
        .selectFrom('passkeys')
        .innerJoin('people', 'people.id', 'person_id')
        .select('passkeys.id')
        .where('email', '=', person.email)
        .executeTakeFirstOrThrow();
      return { table: 'passkeys', id, use: () => signsIn(person), end: () => replaced(person) };
    },
    async widened() {
      const { email } = await newPerson(running, { role: 'admin' });
      const { id } = (await findPerson(running.db, email))!;
      return [{ person_id: id }, { row_mac: null }];
    },
    added: () => ({
      changes: { id: randomUUID(), credential_id: `\\x${randomBytes(16).toString('hex')}` },
    }),
  },
  {
    table: 'invitations',
    async make() {
      const token = tokenIn(await inviteLink(running, { role: 'viewer' }));
      const { id } = await running.db
        .selectFrom('invitations')
        .select('id')
        .where('token_hash', '=', tokenHash(token))
        .executeTakeFirstOrThrow();
      const end = () => done(running, 'invitations withdraw', { invitation: id });
      return { table: 'invitations', id, use: () => isOffered(token), end };
    },
    widened: async () => [
      { role: 'admin' },
      { email: 'somebody@else.example' },
      { expires_at: '2099-01-01T00:00:00Z' },
      { row_mac: null },
    ],
    added() {
      const token = newToken();
      const changes = { id: randomUUID(), token_hash: hash(token) };
      return { changes, use: () => isOffered(token) };
    },
  },
];

/** A token's hash as JSON has it. */
function hash(token: string): string {
  return `\\x${tokenHash(token).toString('hex')}`;
}

async function letsIn({ cookie, token }: { cookie?: string; token?: string }): Promise<boolean> {
  if (cookie !== undefined) {
    return (await commandAs(running, cookie, 'merchants list')).status === 200;
  }
  const headers = { authorization: `Bearer ${token}` };
  return (await browse(running, 'merchants/list', { body: {}, headers })).status === 200;
}

async function signsIn({ passkey }: Person): Promise<boolean> {
  return (await passkeyPeople(running, clock).signIn(passkey)).status === 200;
}

async function isOffered(token: string): Promise<boolean> {
  return (await browse(running, 'session/offer', { body: { token } })).status === 200;
}

async function replaced({ email }: Person): Promise<void> {
  const url = await inviteLink(running, { role: 'viewer', email });
  await accept(running, { token: tokenIn(url) });
}

async function sessionOf(email: string): Promise<string> {
  const { id } = await running.db
    .selectFrom('operator_sessions as session')
    .innerJoin('people', 'people.id', 'session.person_id')
    .select('session.id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

async function verified(): Promise<string> {
  return JSON.stringify((await running.operator('audit verify')).body);
}

describe.each(KINDS)('a row of $table', ({ table, make, widened, added }) => {
  it('is not used once somebody changed it by SQL, and audit verify names it', async () => {
    const { id, use } = await make();
    const copy = await copyRow(running, table, id);
    expect(await use()).toBe(true);
    for (const changes of await widened()) {
      const changed = JSON.stringify({ ...(JSON.parse(copy) as object), ...changes });
      await copyRowBack(running, table, { id, copy: changed });
      expect(await use(), JSON.stringify(changes)).toBe(false);
      expect(await verified()).toContain(`The row ${table} ${id} was changed`);
      await copyRowBack(running, table, { id, copy });
    }
    expect(await verified()).not.toContain(id);
    expect(await use()).toBe(true);
  });

  it('is not used if somebody added it by SQL, and audit verify names it', async () => {
    const copy = await copyRow(running, table, (await make()).id);
    const { changes, use } = added();
    await insertCopy(running, table, { copy, changes });
    const { id } = z.object({ id: z.string() }).parse(changes);
    if (use !== undefined) expect(await use()).toBe(false);
    expect(await verified()).toContain(`The row ${table} ${id} was changed`);
  });

  it('is not used if somebody copied it back from before, and audit verify names it', async () => {
    const { id, use, end } = await make();
    const copy = await copyRow(running, table, id);
    await end();
    const ended = await copyRow(running, table, id);
    expect(await verified()).not.toContain(id);
    await copyRowBack(running, table, { id, copy });
    expect(await use()).toBe(false);
    expect(await verified()).toContain(`The row ${table} ${id} is older`);
    await copyRowBack(running, table, { id, copy: ended });
    expect(await verified()).not.toContain(id);
  });

  it('is reported when it is not used', async () => {
    const { id, use } = await make();
    const changed = { ...(JSON.parse(await copyRow(running, table, id)) as object), row_mac: null };
    await copyRowBack(running, table, { id, copy: JSON.stringify(changed) });
    expect(await use()).toBe(false);
    await expect
      .poll(async () =>
        JSON.stringify((await running.operator('attention list', { limit: 200 })).body),
      )
      .toContain(id);
    const critical = running
      .logs()
      .split('\n')
      .filter((line) => line.includes('"level":60'));
    expect(critical.join('\n')).toContain(id);
  });
});

it('A change of a part does not confirm a row that somebody copied back', async () => {
  const { email, cookie } = await newPerson(running, { role: 'admin' });
  const { id } = (await findPerson(running.db, email))!;
  const copy = await copyRow(running, 'people', id);
  await done(running, 'people change-role', { person: id, role: 'support' });
  await copyRowBack(running, 'people', { id, copy });
  await done(running, 'people change-role', { person: id, role: 'viewer' });
  expect(await letsIn({ cookie })).toBe(false);
  expect(await verified()).toContain(`people ${id}`);
});
