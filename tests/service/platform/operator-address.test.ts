// @module-tag pglite-only
/** The operators' default address, and how commands find it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { freePort } from '../../support/process/free-port.ts';
import {
  COMPILE_CACHE,
  startedServer,
  startServer,
  type ServerProcess,
} from '../../support/process/program.ts';

describe("the operators' address", () => {
  let directory: string;
  let port: number;
  let taken: Server;
  let server: ServerProcess;

  beforeAll(async () => {
    ({ directory } = await newServiceData());
    port = await freePort();
    taken = createServer().listen(port + 1, '127.0.0.1');
    server = await startedServer({ DATA_DIR: directory, PORT: String(port) });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    taken.close();
    await rm(directory, { recursive: true, force: true });
  });

  const operate = (env: Record<string, string>) =>
    promisify(execFile)(
      process.execPath,
      ['scripts/operator/operator.ts', 'merchants', 'list', '--json'],
      {
        env: { PATH: process.env['PATH'], ...COMPILE_CACHE, DATA_DIR: directory, ...env },
      },
    );

  it('is printed, and differs if the port above the public one is taken', () => {
    const [, printed] = /"operators":"http:\/\/127\.0\.0\.1:(\d+)\/api/.exec(server.output()) ?? [];
    expect(Number(printed)).toBeGreaterThan(0);
    expect(Number(printed)).not.toBe(port + 1);
  });

  it("is in the link for a sandbox's first admin", async () => {
    const [, link = ''] = /"firstAdmin":"([^"]+)"/.exec(server.output()) ?? [];
    const { origin, hash } = new URL(link);
    const offer = await fetch(`${origin}/api/operator/v1/session/offer`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token: hash.slice(1) }),
    });
    expect(await offer.json()).toMatchObject({ role: 'admin' });
  });

  it('is found by commands, from the directory alone or with the port', async () => {
    for (const env of [{}, { PORT: String(port) }]) {
      const { stdout } = await operate(env);
      expect(stdout).toContain('Sandbox Merchant');
    }
  });

  it('is refused if it was chosen and is taken', async () => {
    const { directory: other } = await newServiceData();
    const start = await startServer({ DATA_DIR: other, OPERATOR_PORT: String(port + 1) });
    await rm(other, { recursive: true, force: true });
    expect(start).toMatchObject({ ready: false, code: 1 });
    expect(start.ready || start.output).toContain('choose another OPERATOR_PORT');
  });

  it('is forgotten when the program ends', async () => {
    const recorded = join(directory, `operator-${port}.url`);
    expect(existsSync(recorded)).toBe(true);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(existsSync(recorded)).toBe(false);
  });
});
