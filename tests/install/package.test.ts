// @module-tag apart
/** The package, unpacked elsewhere: started by its one command, used for a payment, operated and stopped. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sandboxIn, sandboxClient } from '../support/process/sandbox.ts';
import { makePackage } from '../../scripts/release/make-package.ts';
import { cardDataBody, payinBody } from '../support/orders/orders.ts';
import { startedServer, type ServerProcess } from '../support/process/program.ts';

const run = promisify(execFile);
const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze';

let folder: string;
let root: string;
let data: string;
let migrated: string;
let server: ServerProcess;
let exitCode: number | null | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-production-'));
  const archive = await makePackage(folder);
  await run('tar', ['-xzf', archive, '-C', folder]);
  root = join(folder, basename(archive, '.tar.gz'));
  data = join(folder, 'data');
  migrated = await tollgate('migrate');
  server = await startedServer({ DATA_DIR: data }, { command: join(root, 'tollgate') });
});

afterAll(async () => {
  if (exitCode === undefined) await server.stop('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command of the package from another folder. */
async function tollgate(...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], DATA_DIR: data };
  const { stdout } = await run(join(root, 'tollgate'), args, { cwd: '/', env });
  return stdout;
}

const sbom = z.object({ components: z.array(z.object({ name: z.string() })) });

describe('the package', () => {
  it('contains everything needed to run, and no development packages', async () => {
    const packages = await readdir(join(root, 'node_modules'));
    expect(packages).toContain('hono');
    for (const name of ['vite', 'svelte', '@sveltejs', 'playwright-core', 'vitest']) {
      expect(packages).not.toContain(name);
    }
    const files = await readdir(join(root, 'src'), { recursive: true });
    expect(files.filter((name) => name.endsWith('.test.ts'))).toEqual([]);
  });

  it('lists its components', async () => {
    const { components } = sbom.parse(JSON.parse(await readFile(join(root, 'sbom.json'), 'utf8')));
    const names = components.map(({ name }) => name);
    expect(names).toContain('hono');
    expect(names).not.toContain('vitest');
    expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toContain('\n## ');
  });

  it('migrates a database without starting anything', () => {
    expect(migrated).toMatch(/^Applied 001-schema\./);
  });

  it('serves the page', async () => {
    const shop = await fetch(`${server.baseUrl}/shop`);
    expect(shop.status).toBe(200);
    expect(await shop.text()).toContain('</html>');
  });

  it('handles a payment', async () => {
    const sandbox = await sandboxIn(data);
    const client = sandboxClient(server.baseUrl, sandbox, { repeats: 10 });
    const created = await client.createPayin(payinBody({ sandbox }));
    if (!created.ok) throw new Error('No order was made');
    const { id } = created.value;
    expect(await client.submitCardData(cardDataBody(id))).toMatchObject({ ok: true });
    expect((await fetch(`${server.baseUrl}/pay/${id}/status`)).status).toBe(200);
    expect(await client.getPayin(id)).toMatchObject({ value: { status: 'SUCCESS' } });
  });

  it('can be operated, and verifies its ledger', async () => {
    expect(await tollgate('operator', 'orders', 'search', '--status', 'SUCCESS')).toContain(
      'SUCCESS',
    );
    expect(await tollgate('ledger-check')).toMatch(/^ok +true/);
  });

  it('prints its own commands, and none of npm', async () => {
    for (const command of [
      ['operator'],
      ['operator', 'orders', 'show', '--help'],
      ['migrate', '--help'],
    ]) {
      const text = await tollgate(...command);
      expect(text).toContain(`tollgate ${command[0]}`);
      expect(text).not.toContain('npm');
    }
  });

  it('ships documents that name its own commands', async () => {
    const operating = await readFile(join(root, 'docs/operating.md'), 'utf8');
    expect(operating).toContain('tollgate operator people invite admin');
    for (const name of await readdir(join(root, 'docs'), { recursive: true })) {
      if (!name.endsWith('.md')) continue;
      const text = await readFile(join(root, 'docs', name), 'utf8');
      expect(text, name).not.toMatch(
        /npm start|npm run (?:--silent )?(?:operator|ledger|migrate|tollgate)/,
      );
    }
  });

  it.skipIf(!existsSync(SYSTEMD_ANALYZE)).each(['tollgate.service', 'tollgate@.service'])(
    'ships the systemd unit %s, which systemd-analyze accepts',
    async (name) => {
      const unit = await readFile(join(root, 'ops', name), 'utf8');
      const path = join(folder, name);
      await writeFile(path, unit.replaceAll('/opt/tollgate/', `${root}/`));
      const { stderr } = await run(SYSTEMD_ANALYZE, ['verify', '--man=no', path]);
      expect(stderr).not.toContain(name);
    },
  );

  it('stops on SIGTERM', async () => {
    exitCode = await server.stop('SIGTERM');
    expect(exitCode).toBe(0);
  });
});
