/** Files that are refused as a whole, with every reason. */
import { describe, expect, it } from 'vitest';
import { apply, card, everything, file, reasons, upstream, type Parts } from './deployment-file.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { issuedKey } from '../../support/process/operator-answers.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests({ env: { WEBHOOK_ALLOW_PRIVATE: 'false' } });

describe('a file that cannot be applied', () => {
  const inMethod = 'merchants[Acme].gates[main].methods[card]';

  it('is refused with every reason at once, and changes nothing', async () => {
    const before = await everything(running);
    const said = await reasons(running, {
      terminals: [
        { ...upstream, name: 'strange', adapter: 'unheard-of' },
        { ...upstream, name: 'twice', settings: { base_url: 7, colour: 'red' }, credentials: {} },
        { ...upstream, name: 'twice', merchant: 'Nobody' },
      ],
      merchants: [
        {
          name: 'Wrong',
          payin_webhook_url: 'http://127.0.0.1/hook',
          gates: [
            {
              name: 'main',
              accounts: ['EUR', 'EUR'],
              methods: [
                {
                  ...card,
                  amount_max: '10.001',
                  currency: 'USD',
                  routes: [{ terminal: 'none', priority: 1 }],
                },
                { ...card, amount_max: '0.50', colour: 'red', fee_percent: 1.5 },
              ],
            },
          ],
        },
      ],
    });
    const expected = [
      'terminals[strange].adapter: There is no adapter unheard-of',
      'terminals[twice].name: The name is used more than once',
      'terminals[twice].settings.base_url: ',
      'terminals[twice].credentials.api_secret: Is required',
      'terminals[twice].merchant: There is no merchant Nobody',
      'merchants[Wrong].payin_webhook_url: Must not resolve to a private address',
      'merchants[Wrong].gates[main].accounts: EUR is listed more than once',
      'merchants[Wrong].gates[main].methods[card].name: The name is used more than once',
      'methods[card].amount_max: Must be decimal text in quotes with at most two decimals',
      'methods[card].currency: The gate has no account in USD',
      'methods[card].routes[none]: There is no terminal none',
      'methods[card].amount_max: Must not be below the minimum',
      'methods[card].colour: Is unknown',
      'methods[card].fee_percent: Must be decimal text in quotes',
    ];
    const unsaid = expected.filter((part) => !said.some((sentence) => sentence.includes(part)));
    expect(unsaid, said.join('\n')).toEqual([]);
    expect(await everything(running)).toEqual(before);
  });

  it.each<[what: string, parts: Parts, said: RegExp]>([
    ['an identity that is another', { method: { currency: 'USD' } }, /cannot be changed/],
    ['an adapter that is another', { terminal: { adapter: 'stripe' } }, /cannot be changed/],
    [
      'a fee whose least is more than its most',
      { method: { fee_min: '2.00', fee_max: '1.00' } },
      /fee_max/,
    ],
    [
      'a conversion without a rate',
      { method: { payment_method_currency: 'USD' } },
      /conversion_rate: Is required/,
    ],
    [
      'a rate without a conversion',
      { method: { conversion_rate: '2' } },
      /conversion_rate: Needs another currency/,
    ],
    ['a percentage above all', { method: { fee_percent: '100.1' } }, /from 0 to 100/],
    [
      'a method without its limits',
      { method: { amount_max: undefined } },
      /amount_max: (?:Is required|Must be)/,
    ],
    [
      'a brand that nobody knows',
      { method: { routes: [{ terminal: 'upstream', priority: 1, brands: ['x'] }] } },
      /brands/,
    ],
    ['a name with a line break', { merchant: { name: 'Ac\nme' } }, /one line/],
    ['a colour that is none', { merchant: { accent: 'red' } }, /#rrggbb/],
    [
      'card data that would cross a network in clear',
      { terminal: { settings: { base_url: 'http://acquirer.test' } } },
      /settings\.base_url: Must be https/,
    ],
  ])('because of %s', async (_what, parts, said) => {
    await apply(running, file());
    expect((await reasons(running, file(parts))).join('\n')).toMatch(said);
  });

  it('because of NUL, however deep', async () => {
    const deployment = file({ terminal: { settings: { base_url: 'http://x/\0' } } });
    expect(await running.operator('apply', { deployment })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/deployment/terminals/0/settings/base_url', code: 'text' }] },
    });
  });

  it('because a terminal belongs to another merchant', async () => {
    await apply(running, file());
    await apply(running, {
      merchants: [{ name: 'Owner' }],
      terminals: [{ ...upstream, name: 'own', merchant: 'Owner' }],
    });
    const routes = [{ terminal: 'own', priority: 1 }];
    expect(await reasons(running, file({ method: { routes } }))).toEqual([
      `${inMethod}.routes[own]: The terminal belongs to Owner.`,
    ]);
  });

  it('because it removes a method with open orders', async () => {
    const routes = [{ terminal: 'sandbox', priority: 1 }];
    const { merchants } = await apply(running, file({ method: { routes } }));
    const method = merchants['Acme']!.gates['main']!.methods['card']!;
    const created = await running
      .clientFor(await issuedKey(running, 'Acme', 'test'))
      .createPayin(payinBody(running, { merchant_gate_method_id: method, amount: 100 }));
    const order = created.ok ? created.value.id : '';
    const without = { merchants: [{ name: 'Acme', gates: [{ name: 'main', methods: [] }] }] };
    const waiting =
      'is not in the file, but cannot be removed while it has orders that are not final.';
    expect(await reasons(running, without)).toEqual([
      `merchants[Acme].gates[main].methods: card ${waiting}`,
    ]);
    expect(await reasons(running, { merchants: [{ name: 'Acme', gates: [] }] })).toEqual([
      `merchants[Acme].gates: main ${waiting}`,
    ]);
    await running.operator('payins cancel', { order });
    expect((await apply(running, without)).changes).toHaveLength(1);
  });
});
