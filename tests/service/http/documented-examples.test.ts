/** The examples in the documents are run as a reader would: pasted, in a folder with .data/sandbox.json. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { example } from '../../support/documents.ts';
import { startService, type RunningService } from '../../support/process/service.ts';

const run = promisify(execFile);

let running: RunningService;
let folder: string;

beforeAll(async () => {
  running = await startService();
  folder = await mkdtemp(join(tmpdir(), 'tollgate-examples-'));
  await mkdir(join(folder, '.data'));
  const sandbox = JSON.stringify({ ...running.sandbox, base_url: running.baseUrl }, null, 2);
  await writeFile(join(folder, '.data/sandbox.json'), sandbox);
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

describe.each(['bash', 'sh'])('the first request of the README, in %s', (shell) => {
  it('creates an order, and pasted again answers the same one', async () => {
    const script = example('README.md', 'A first request', 'sh');
    const paste = async () => (await run(shell, ['-c', script], { cwd: folder })).stdout;
    const order = { reference_id: 'first-order', status: 'CREATED', amount: 12.5 };

    const first: unknown = JSON.parse(await paste());
    expect(first).toMatchObject(order);
    expect(JSON.parse(await paste())).toEqual(first);
  });
});

describe('the signing example in Node', () => {
  it('creates an order and reads it', async () => {
    const script = join(folder, 'example.mjs');
    await writeFile(script, example('docs/integrating.md', 'Signing', 'js'));
    const { stdout } = await run(process.execPath, [script], { cwd: folder });
    expect(stdout).toMatch(/^200 CREATED http:\/\/pay\.test\/pay\/[0-9a-f-]{36}\n200 CREATED\n$/);
  });
});
