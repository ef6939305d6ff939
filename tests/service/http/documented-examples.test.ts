/** The examples in the documents are run as a reader would: pasted, in a folder with .data/sandbox.json. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { example } from '../../support/documents.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import {
  ABSENT,
  PRESENT,
  RECEIVERS,
  startQuickStartReceiver,
  writeBlock,
  type QuickStartReceiver,
} from '../../support/runtimes.ts';

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

/** What one engine answers, the other does. */
describe.runIf(process.env['TEST_ENGINE'] === 'pglite')('the quick start', () => {
  let receiver: QuickStartReceiver;

  beforeAll(async () => {
    await copyFile(join(folder, '.data/sandbox.json'), join(folder, 'sandbox.json'));
    // Each pays by its own language; Python's receiver is told where it is there.
    receiver = await startQuickStartReceiver(RECEIVERS.at(-1)!, folder);
  });
  afterAll(() => {
    receiver.stop();
  });

  it.skip.each(ABSENT)('in $name is not tried: it is not installed', () => undefined);

  it.each(PRESENT)(
    'in $name pays, has the webhook verified, and pays out',
    async ({ language, pay }) => {
      const [program, ...args] = pay(writeBlock(folder, language, 'pay'));
      const env = { ...process.env, PORT: String(receiver.port) };
      const { stdout } = await run(program, args, { cwd: folder, env });
      // A machine that is busy may answer before the acquirer has: the webhook says how it ended.
      expect(stdout).toMatch(/(?:payin |"status":")(?:SUCCESS|IN_PROGRESS|PROCESS_PENDING)/);
      expect(stdout).toMatch(/payout (CREATED|IN_PROGRESS|SUCCESS)|"destination_account":"424242/);
      const prefix = language === 'js' ? 'node' : language === 'sh' ? 'curl' : language;
      await expect
        .poll(receiver.printed, { timeout: PATIENCE_MS })
        .toMatch(new RegExp(`${prefix}-[0-9a-f-]+ SUCCESS`));
    },
  );
});
