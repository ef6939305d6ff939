// @module-tag pglite-only
/** The log as a person sees it at a terminal. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';

let directory: string;
let server: ServerProcess;

beforeAll(async () => {
  ({ directory } = await newServiceData());
  const program = `${process.execPath} ${process.env['TEST_PROGRAM'] ?? 'src/server.ts'}`;
  // `script`, from util-linux, gives it a terminal.
  server = await startedServer(
    { DATA_DIR: directory },
    { command: 'script', args: ['--quiet', '--return', '--command', program, '/dev/null'] },
  );
});
afterAll(async () => {
  await server.stop('SIGTERM');
  await rm(directory, { recursive: true, force: true });
});

it('the log is a readable line for each event', async () => {
  await fetch(`${server.baseUrl}/api/v1/payins`);
  await expect.poll(() => server.output()).toMatch(/INFO.*: .*requestId=\S+ .*status=4\d\d/);
  expect(server.output()).toMatch(/INFO.*: Tollgate is starting {2}version=\d/);
  expect(server.output()).toMatch(/^ {2}Demo shop {7}http/m);
  expect(server.output()).not.toContain('{"level"');
});
