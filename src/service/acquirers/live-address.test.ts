import { expect, it } from 'vitest';
import { EXTERNAL_ADAPTERS } from './installed.ts';
import { settingInClear } from './live-address.ts';

const LIVE = { api_secret: 'tg_live_s', secret_key: 'sk_live_s', api_key: 'k', hmac_key: 'aa' };
const TEST = { secret_key: 'sk_test_s', webhook_secret: 'whsec_s' };

it.each(EXTERNAL_ADAPTERS.map((adapter) => adapter.describe()))(
  'refuses plain http to another machine for a live terminal of $name',
  (description) => {
    const name = description.name === 'orders-api' ? 'base_url' : 'api_url';
    const inClear = (url: string, credentials: object = LIVE) =>
      settingInClear(description, { settings: { [name]: url }, credentials });
    expect(inClear('http://acquirer.test/x')).toBe(name);
    expect(inClear('http://10.0.0.1:3000')).toBe(name);
    expect(inClear('https://acquirer.test')).toBeUndefined();
    expect(inClear('http://127.0.0.1:3000')).toBeUndefined();
    expect(inClear('http://localhost:3000')).toBeUndefined();
    expect(inClear('no address')).toBeUndefined();
  },
);

it('allows plain http for a terminal of a test environment', () => {
  const stripe = EXTERNAL_ADAPTERS.map((adapter) => adapter.describe()).find(
    ({ name }) => name === 'stripe',
  );
  const terminal = { settings: { api_url: 'http://stand-in.test' }, credentials: TEST };
  expect(stripe && settingInClear(stripe, terminal)).toBeUndefined();
});
