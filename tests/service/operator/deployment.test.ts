/** Terminals, merchants, gates, methods and routes applied from a file. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyDeployment } from '#service/operator/deployment/apply.ts';
import { apply, card, everything, file, upstream, withBigInts } from './deployment-file.ts';
import { cardDataBody, payinBody, payinWhen } from '../../support/orders/orders.ts';
import { keyAnswer } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const ANY_ID: unknown = expect.any(String);

const running = serviceForTests();

async function methodRow(id: string) {
  return running.db
    .selectFrom('gate_methods')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

describe('a deployment in a file', () => {
  it('is created as a whole, and its merchant can be paid', async () => {
    const routed = { routes: [{ terminal: 'sandbox', priority: 1 }] };
    const made = await apply(running, file({ method: routed }));
    const acme = made.merchants['Acme']!;
    const method = acme.gates['main']!.methods['card']!;
    expect(await methodRow(method)).toMatchObject({
      name: 'card',
      fee_percent: '1.5',
      fee_fixed_minor: 0n,
      amount_min_minor: 100n,
      amount_max_minor: 500_000n,
      waiting_seconds: 900,
      payment_method_currency: 'EUR',
    });

    const { body } = await running.operator('keys issue', { merchant: 'Acme', kind: 'test' });
    expect(Object.keys(z.looseObject({}).parse(body))).toEqual(['api_key_id', 'api_secret']);
    const client = running.clientFor(keyAnswer.parse(body));
    const created = await client.createPayin(
      payinBody(running, { merchant_gate_method_id: method, amount: 100 }),
    );
    const id = created.ok ? created.value.id : '';
    expect(await client.submitCardData(cardDataBody(id))).toMatchObject({ ok: true });
    const paid = await payinWhen({ ...running, client }, id, 'SUCCESS');
    expect(paid).toMatchObject({ status: 'SUCCESS', amount: 100, fee_total: 1.5 });
  });

  it('changes nothing when it is applied again, however its amounts are written', async () => {
    const first = await apply(running, file());
    const before = await everything(running);
    const again = await apply(running, file({ method: { amount_min: '1', fee_percent: '01.5' } }));
    expect(again).toEqual({ ...first, changes: [] });
    expect(await everything(running)).toEqual(before);
  });

  it('only reports its changes in a dry run', async () => {
    await apply(running, file());
    const before = await everything(running);
    const { body } = await running.operator('apply', {
      deployment: file({ method: { amount_max: '6000.00' }, gate: { accounts: ['EUR', 'USD'] } }),
      dry_run: true,
    });
    expect(body).toEqual({
      changes: [
        { kind: 'add', place: 'merchants[Acme].gates[main].accounts[USD]', members: {} },
        {
          kind: 'change',
          place: 'merchants[Acme].gates[main].methods[card]',
          members: { amount_max: { before: '5000.00', after: '6000.00' } },
        },
      ],
    });
    expect(await everything(running)).toEqual(before);
  });

  it('has a row of the audit for each thing that it changes', async () => {
    const merchant = { name: 'Audited', gates: [{ name: 'main', accounts: ['EUR'] }] };
    await apply(running, { merchants: [merchant] });
    await apply(running, { merchants: [{ name: 'Audited', accent: '#112233' }] });
    const { body } = await running.operator('audit list', { command: 'apply', limit: 4 });
    const place = 'merchants[Audited]';
    expect(body).toMatchObject({
      items: [
        { subject: place, before: '{"accent":null}', after: '{"accent":"#112233"}' },
        { subject: `${place}.gates[main].accounts[EUR]`, before: null },
        { subject: `${place}.gates[main]`, before: null },
        { subject: place, before: null },
      ],
    });
    expect(await running.operator('audit verify')).toMatchObject({ status: 200 });
  });

  it('may have hundreds of merchants', async () => {
    const merchants = Array.from({ length: 201 }, (_, number) => ({ name: `Shop ${number}` }));
    const { status } = await running.operator('apply', {
      deployment: { merchants },
      dry_run: true,
    });
    expect(status).toBe(200);
  });

  it('is not compared any further when the time of a dry run is over', async () => {
    const result = await running.db
      .transaction()
      .execute((db) => applyDeployment({ ...running.context, db }, file(), () => true));
    expect(result).toEqual({ ok: false, errors: 'overdue' });
  });

  it('is compared a method at a time, with turns of the event loop in between', async () => {
    const inOneTurn = new Set<number>();
    let most = 0;
    const methods = Array.from({ length: 20 }, (_, index) => ({
      ...card,
      name: `card ${index}`,
      get fee_percent() {
        inOneTurn.add(index);
        most = Math.max(most, inOneTurn.size);
        return '1.50';
      },
    }));
    let turn = setImmediate(function next() {
      inOneTurn.clear();
      turn = setImmediate(next);
    });
    const merchant = { name: 'Large', gates: [{ name: 'main', accounts: ['EUR'], methods }] };
    const applied = await running.db
      .transaction()
      .execute((db) => applyDeployment({ ...running.context, db }, { merchants: [merchant] }));
    clearImmediate(turn);
    expect(applied).toMatchObject({ ok: true });
    expect(most).toBe(1);
  });

  it('keeps ids and routes when changed', async () => {
    const first = await apply(running, file());
    const routes = [
      { terminal: 'sandbox', priority: 2, brands: ['visa', 'mastercard'], weight: 3 },
      { terminal: 'upstream', priority: 1, amount_max: '10.00', countries: ['DE'] },
    ];
    const method = first.merchants['Acme']!.gates['main']!.methods['card']!;
    const routesOf = () =>
      running.db
        .selectFrom('routes')
        .select(['id', 'priority', 'brands', 'amount_max_minor'])
        .where('method_id', '=', method)
        .orderBy('priority')
        .execute();
    const [before] = await routesOf();
    const { changes, ...ids } = await apply(running, file({ method: { routes } }));
    expect(changes).toHaveLength(1);
    expect(ids).toEqual({ terminals: first.terminals, merchants: first.merchants });
    expect(await routesOf()).toEqual([
      { id: before!.id, priority: 1, brands: null, amount_max_minor: 1_000n },
      {
        id: ANY_ID,
        priority: 2,
        brands: ['mastercard', 'visa'],
        amount_max_minor: null,
      },
    ]);
    await apply(running, file());
    expect(await routesOf()).toHaveLength(1);
  });

  it('does not change what the file omits, nor omitted members of a merchant', async () => {
    await apply(running, file({ merchant: { accent: '#112233', webhook_payload: 'extended' } }));
    const before = await everything(running);
    expect(await apply(running, { merchants: [{ name: 'Acme' }] })).toMatchObject({ changes: [] });
    expect(
      await apply(running, { merchants: [{ name: 'Acme', gates: [{ name: 'main' }] }] }),
    ).toMatchObject({
      changes: [],
    });
    expect(await everything(running)).toEqual(before);
    const { changes } = await apply(running, { merchants: [{ name: 'Acme', accent: null }] });
    expect(changes).toEqual([
      {
        kind: 'change',
        place: 'merchants[Acme]',
        members: { accent: { before: '#112233', after: null } },
      },
    ]);
  });

  it('shows secrets as fingerprints, and seals them', async () => {
    await apply(running, file());
    const credentials = { ...upstream.credentials, api_secret: 'another' };
    const { changes } = await apply(running, file({ terminal: { credentials } }));
    expect(JSON.stringify(changes)).toMatch(/fingerprint [0-9a-f]{12}/);
    expect(JSON.stringify(changes)).not.toContain('another');
    const terminals = await running.db.selectFrom('terminals').selectAll().execute();
    expect(JSON.stringify(terminals, withBigInts)).not.toContain('another');
    expect((await apply(running, file({ terminal: { credentials } }))).changes).toEqual([]);
    expect(running.logs()).not.toMatch(/another|kept secret/);
  });

  it('raises the settings version of all merchants with a route to a changed terminal', async () => {
    const { merchants } = await apply(running, file({ terminal: { up: true } }));
    const { id } = merchants['Acme']!;
    const version = async () =>
      running.db
        .selectFrom('merchants')
        .select('config_version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await version();
    await apply(running, { terminals: [{ ...upstream, up: false }] });
    expect((await version()).config_version).toBeGreaterThan(before.config_version);
  });

  it('deactivates a method or gate that is no longer listed, and reactivates it', async () => {
    const gates = (extra: object[]) => ({
      merchant: { gates: [{ name: 'main', accounts: ['EUR'], methods: [card] }, ...extra] },
    });
    const other = { name: 'other', accounts: ['EUR'], methods: [{ ...card, name: 'second' }] };
    const first = await apply(running, file(gates([other])));
    const off = await apply(running, file(gates([])));
    expect(off.changes).toEqual([
      {
        kind: 'switch_off',
        place: 'merchants[Acme].gates[other]',
        members: { active: { before: true, after: false } },
      },
    ]);
    expect((await apply(running, file(gates([])))).changes).toEqual([]);
    expect((await apply(running, file(gates([other])))).merchants).toEqual(first.merchants);
    const emptied = await apply(running, file(gates([{ ...other, methods: [] }])));
    expect(emptied.changes.map(({ place }) => place)).toEqual([
      'merchants[Acme].gates[other].methods[second]',
    ]);
  });

  it('is exported in a form that can be applied, without secrets', async () => {
    await apply(running, file());
    const { body } = await running.operator('export');
    const exported = z.looseObject({ terminals: z.array(z.looseObject({})) }).parse(body);
    expect(JSON.stringify(exported)).not.toContain('kept secret');
    expect(exported.terminals.find(({ name }) => name === 'upstream')).toMatchObject({
      credentials: { api_secret: `$\{UPSTREAM_API_SECRET}` },
    });
    const terminals = exported.terminals.map(({ credentials: _secrets, ...terminal }) => terminal);
    expect(await apply(running, { ...exported, terminals })).toMatchObject({ changes: [] });
  });
});

it('is applied concurrently as if one after the other', async () => {
  const merchant = { name: 'Together' };
  const all = await Promise.all(
    Array.from({ length: 5 }, () =>
      apply(running, file({ merchant, terminal: { name: 'upstream' } })),
    ),
  );
  expect(new Set(all.map(({ merchants }) => JSON.stringify(merchants))).size).toBe(1);
  expect(all.filter(({ changes }) => changes.length > 0)).toHaveLength(1);
});
