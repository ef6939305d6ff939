import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../configuration.ts';
import { ConfigError } from './config.ts';

const MASTER_KEY = randomBytes(32).toString('base64');

const LIVE = {
  NODE_ENV: 'production',
  MASTER_KEY,
  DATABASE_URL: 'postgres://localhost/tollgate',
  PUBLIC_URL: 'https://pay.example',
};
const ALONE = {
  ORDERS_API_URL: 'https://orders.example/',
  ORDERS_API_KEY_ID: '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11',
  ORDERS_API_SECRET: 'tg_live_x',
  PUBLIC_URL: 'https://pay.example/',
};

/** Returns the problems that keep the program from starting. */
function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('readConfig', () => {
  it('starts the service in the sandbox by default', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'service',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      pageUrl: 'http://localhost:3000',
      dataDirectory: '.data',
      sandbox: true,
      cardDeclinesPerHour: undefined,
    });
  });

  it('waits four seconds for the database by default, or as configured', () => {
    expect(readConfig({})).toMatchObject({ databaseTimeoutMs: 4_000 });
    expect(readConfig({ DATABASE_TIMEOUT_SECONDS: '600' })).toMatchObject({
      databaseTimeoutMs: 600_000,
    });
    expect(faultsOf({ DATABASE_TIMEOUT_SECONDS: '0' })).toHaveLength(1);
  });

  it('leaves the sandbox in production and then demands a master key', () => {
    expect(faultsOf({ ...LIVE, MASTER_KEY: '' })).toEqual([
      expect.stringMatching(/^MASTER_KEY is required/),
    ]);
    expect(readConfig(LIVE)).toMatchObject({ sandbox: false, cardDeclinesPerHour: 10 });
  });

  it('accepts MASTER_KEY_PREVIOUS beside a different MASTER_KEY', () => {
    const MASTER_KEY_PREVIOUS = randomBytes(32).toString('base64');
    expect(readConfig({ ...LIVE, MASTER_KEY_PREVIOUS })).toMatchObject({
      masterKeyPrevious: Buffer.from(MASTER_KEY_PREVIOUS, 'base64'),
    });
    expect(faultsOf({ ...LIVE, MASTER_KEY_PREVIOUS: MASTER_KEY })).toEqual([
      expect.stringMatching(/^MASTER_KEY_PREVIOUS is the same as MASTER_KEY/),
    ]);
    expect(faultsOf({ MASTER_KEY_PREVIOUS })).toEqual([
      expect.stringMatching(/^MASTER_KEY is required: MASTER_KEY_PREVIOUS/),
    ]);
  });

  it('serves only the page if ORDERS_API_URL is set', () => {
    const config = readConfig({ ...ALONE, TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(config.trustedProxies).toHaveLength(1);
    expect(config.warnings).toEqual([]);
    expect(config).toMatchObject({
      mode: 'page',
      ordersApiUrl: 'https://orders.example',
      publicUrl: 'https://pay.example',
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PUBLIC_URL', 'pay.example'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['MASTER_KEY', 'c2hvcnQ='],
    ['MASTER_KEY', `${'*'.repeat(4)}${MASTER_KEY}`],
    ['PUBLIC_URL', 'https:///pay.example'],
    ['PUBLIC_URL', 'https://pay.example?x=1'],
    ['PUBLIC_URL', 'https://user:pass@pay.example'],
    ['SANDBOX', 'maybe'],
    ['PAGE_ACCENT', 'red'],
    ['PAGE_POSTS_PER_MINUTE', '0'],
    ['PAGE_MERCHANT_LOGO_URL', 'https://elsewhere.example/logo.png'],
    ['PAGE_SUPPORT_URL', 'javascript:alert(1)'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_PATH_PREFIX', 'prefix/'],
    ['SANDBOX_PROVIDER_DELAY_MS', '-1'],
    ['TRUSTED_PROXIES', 'nginx'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0x0a.0.0.0/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('refuses several processes on PGlite, and accepts them on PostgreSQL', () => {
    expect(() => readConfig({ WORKERS: '2' })).toThrow(/WORKERS needs DATABASE_URL/);
    const DATABASE_URL = 'postgres://localhost/tollgate';
    expect(readConfig({ WORKERS: '2', DATABASE_URL })).toMatchObject({ workers: 2 });
  });

  it('accepts a schema, but not for a sandbox', () => {
    expect(readConfig({ ...LIVE, DATABASE_SCHEMA: 'a' })).toMatchObject({ databaseSchema: 'a' });
    expect(faultsOf({ ...LIVE, SANDBOX: 'on', DATABASE_SCHEMA: 'a' })).toEqual([
      'DATABASE_SCHEMA is not for a sandbox, which shares its database with nothing',
    ]);
  });

  it.each(['A', 'a-b', '1a', 'pg_a', 'a'.repeat(64)])(
    'refuses the schema %s',
    (DATABASE_SCHEMA) => {
      expect(faultsOf({ ...LIVE, DATABASE_SCHEMA })).toEqual([
        expect.stringContaining('DATABASE_SCHEMA must be the name of a schema in lower case'),
      ]);
    },
  );

  it.each([
    'postgres://tollgate@localhost/tollgate?options=-c%20search_path%3Da',
    'postgres://tollgate@one,two/tollgate?sslmode=require&options=-csearch_path%3Da',
  ])('refuses options in %s', (DATABASE_URL) => {
    expect(faultsOf({ ...LIVE, DATABASE_URL })).toEqual([
      expect.stringContaining('DATABASE_URL must not have the parameter options'),
    ]);
  });

  it('names every wrong variable at once and repeats no value', () => {
    try {
      readConfig({ PORT: 'x', MASTER_KEY: 'aHVzaA==' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect(String(error)).toContain('PORT');
      expect(String(error)).toContain('MASTER_KEY');
      expect(String(error)).not.toContain('aHVzaA==');
    }
  });
});

describe('a configuration that moves money', () => {
  it.each([
    ['MASTER_KEY', { MASTER_KEY: Buffer.alloc(32).toString('base64') }],
    ['MASTER_KEY', { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }],
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://pay.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost.pay.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://10.0.0.8' }],
    ['PAGE_URL', { PAGE_URL: 'http://page.example' }],
  ])('is refused because of %s: %j', (name, env) => {
    expect(faultsOf({ ...LIVE, ...env })).toEqual([expect.stringMatching(`^${name} `)]);
    const sandbox = { ...LIVE, ...env, SANDBOX: 'on' };
    expect(faultsOf(sandbox)).toEqual([]);
  });

  it.each([
    'http://localhost:3000',
    'http://pay.localhost',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])('may use plain http on this machine: %s', (url) => {
    expect(faultsOf({ ...LIVE, PUBLIC_URL: url, PAGE_URL: url })).toEqual([]);
  });

  it('reports all faults at once, and each variable once', () => {
    const faults = faultsOf({
      SANDBOX: 'off',
      PORT: 'x',
      WORKERS: '2',
      MASTER_KEY: 'short',
      PUBLIC_URL: 'http://pay.example',
      PAGE_URL: 'http://page.example',
      PAGE_ACCENT: 'red',
    });
    const names = faults.map((fault) => fault.split(' ')[0]);
    expect(names.toSorted()).toEqual([
      'DATABASE_URL',
      'MASTER_KEY',
      'PAGE_ACCENT',
      'PAGE_URL',
      'PORT',
      'PUBLIC_URL',
      'WORKERS',
    ]);
  });

  it('starts with a warning if PUBLIC_URL is not set', () => {
    expect(readConfig({ ...LIVE, PUBLIC_URL: '' }).warnings).toEqual([
      expect.stringMatching(/^PUBLIC_URL is not set/),
    ]);
    expect(readConfig({}).warnings).toEqual([]);
  });

  it('starts with a warning if TRUSTED_PROXIES is not set behind https', () => {
    const hides = [expect.stringMatching(/^TRUSTED_PROXIES is not set/)];
    expect(readConfig(LIVE).warnings).toEqual(hides);
    expect(readConfig(ALONE).warnings).toEqual(hides);
    expect(readConfig({ ...LIVE, TRUSTED_PROXIES: '10.0.0.0/8' }).warnings).toEqual([]);
    expect(readConfig({ ...LIVE, PUBLIC_URL: 'http://localhost:3000' }).warnings).toEqual([]);
    expect(readConfig({ ...LIVE, SANDBOX: 'on' }).warnings).toEqual([]);
  });
});

describe('variables that are set together', () => {
  it.each([
    [
      { OIDC_ISSUER: 'http://idp.example' },
      ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'],
    ],
    [{ SMTP_URL: 'mail.example' }, ['SMTP_URL', 'ALERT_FROM']],
  ])('are all reported, though the one that is set is wrong', (env, names) => {
    expect(faultsOf({ ...env }).map((fault) => fault.split(' ')[0])).toEqual(names);
  });
});

describe('the page alone', () => {
  it('reaches another machine by https only', () => {
    expect(faultsOf(ALONE)).toEqual([]);
    expect(faultsOf({ ...ALONE, ORDERS_API_URL: 'http://127.0.0.1:3000' })).toEqual([]);
    for (const SANDBOX of ['on', 'off']) {
      expect(faultsOf({ ...ALONE, SANDBOX, ORDERS_API_URL: 'http://orders.example' })).toEqual([
        expect.stringMatching(/^ORDERS_API_URL must be https/),
      ]);
    }
  });

  it('takes cards by https only, outside the sandbox', () => {
    const env = { ...ALONE, PUBLIC_URL: 'http://pay.example' };
    expect(faultsOf(env)).toEqual([expect.stringMatching(/^PUBLIC_URL must be https/)]);
    expect(faultsOf({ ...env, SANDBOX: 'true' })).toEqual([]);
  });

  it('reports everything that it lacks at once', () => {
    const faults = faultsOf({ ORDERS_API_URL: 'http://orders.example', ORDERS_API_SIGNATURE: '{' });
    expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual([
      'ORDERS_API_KEY_ID',
      'ORDERS_API_SECRET',
      'ORDERS_API_SIGNATURE',
      'ORDERS_API_URL',
    ]);
  });
});

describe('a switch', () => {
  const spellings = (word: string) => [
    word,
    word.toUpperCase(),
    word.charAt(0).toUpperCase() + word.slice(1),
  ];

  it.each(['true', '1', 'on', 'yes'].flatMap(spellings))('is on by %s', (value) => {
    expect(readConfig({ ...LIVE, SANDBOX: value })).toMatchObject({ sandbox: true });
  });

  it.each(['false', '0', 'off', 'no'].flatMap(spellings))('is off by %s', (value) => {
    expect(readConfig({ ...LIVE, SANDBOX: value })).toMatchObject({ sandbox: false });
  });

  it.each(['SANDBOX_PROVIDER_DOWN', 'WEBHOOK_ALLOW_PRIVATE'])(
    'has the same values in %s',
    (name) => {
      expect(faultsOf({ [name]: 'OFF' })).toEqual([]);
      expect(faultsOf({ [name]: 'maybe' })).toHaveLength(1);
    },
  );
});
