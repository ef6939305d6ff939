import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const MASTER_KEY = randomBytes(32).toString('base64');

describe('readConfig', () => {
  it('starts the service in the sandbox when nothing is said', () => {
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

  it('leaves the sandbox in production and then demands a master key', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/MASTER_KEY is missing/);
    expect(readConfig({ NODE_ENV: 'production', MASTER_KEY })).toMatchObject({
      sandbox: false,
      cardDeclinesPerHour: 10,
    });
  });

  it('serves the page alone when the orders interface is elsewhere', () => {
    const config = readConfig({
      ORDERS_API_URL: 'https://orders.example/',
      ORDERS_API_KEY_ID: '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11',
      ORDERS_API_SECRET: 'tg_live_x',
      PUBLIC_URL: 'https://pay.example/',
    });
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
    ['SANDBOX', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_PATH_PREFIX', 'prefix/'],
    ['SANDBOX_PROVIDER_DELAY_MS', '-1'],
  ])('refuses %s=%s by its name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('refuses several processes on PGlite, and takes them on PostgreSQL', () => {
    expect(() => readConfig({ WORKERS: '2' })).toThrow(/WORKERS needs DATABASE_URL/);
    const DATABASE_URL = 'postgres://localhost/tollgate';
    expect(readConfig({ WORKERS: '2', DATABASE_URL })).toMatchObject({ workers: 2 });
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
