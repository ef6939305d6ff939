/** The operator key: replacing it, and saying who uses it. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operatorKeyOf } from '../../support/process/operate.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';
import { typed } from './typed.ts';

const running = serviceForTests();

function list(key: string, headers: object = {}) {
  return fetch(`${running.operatorUrl}/api/operator/v1/merchants/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: '{}',
  });
}

describe('operator-key rotate', () => {
  it('replaces the key: the old one ends at once', async () => {
    const old = await operatorKeyOf(running.dataDirectory);
    expect((await list(old)).status).toBe(200);
    expect((await running.operator('operator-key rotate')).status).toBe(200);
    const key = await operatorKeyOf(running.dataDirectory);
    expect(key).not.toBe(old);
    expect((await list(old)).status).toBe(401);
    expect((await list(key)).status).toBe(200);
    expect((await list('')).status).toBe(401);
    const { mode } = await stat(join(running.dataDirectory, 'operator.key'));
    expect(mode & 0o777).toBe(0o600);
    const { body } = await running.operator('audit list', { command: 'operator-key rotate' });
    expect(body).toMatchObject({ items: [{ subject: 'operator key', actor: 'operator key' }] });
  });
});

describe('--as', () => {
  const env = () => ({ DATA_DIR: running.dataDirectory, OPERATOR_URL: running.operatorUrl });

  it('is recorded with the operator key, as what its holder says', async () => {
    const { code } = await typed('operator merchants create Said --as Anna-Žižka', env());
    expect(code).toBe(0);
    const { body } = await running.operator('audit list', { command: 'merchants create' });
    expect(body).toMatchObject({ items: [{ actor: 'operator key (says Anna-Žižka)' }] });
  });

  it('is refused with a token, and without a name', async () => {
    const token = { ...env(), OPERATOR_TOKEN: 'x' };
    expect(await typed('operator merchants list --as Anna', token)).toMatchObject({ code: 2 });
    expect(await typed('operator merchants list --as', env())).toMatchObject({ code: 2 });
  });
});
