/** Runs the documents' examples as a reader would: pasted, in a folder with .data/sandbox.json. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from '../../../src/lib/docs/openapi/example-call.ts';
import { writeCall } from '../../../src/lib/docs/openapi/write-call.ts';
import { example, PROJECT } from '../../support/documents.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startService, type RunningService } from '../../support/process/service.ts';
import {
  ABSENT,
  fileOf,
  PRESENT,
  RECEIVERS,
  startQuickStartReceiver,
  writeBlock,
  type QuickStartReceiver,
  type Runtime,
} from '../../docs/runtimes.ts';
import { operationsIn, readDocuments } from '../../../src/lib/docs/openapi/read-document.ts';
import { paidPayin } from '../../support/orders/orders.ts';

import { readFileSync, writeFileSync } from 'node:fs';

/** The guides whose examples are run, those of one language in one process. */
const GUIDES = [
  'quick-start',
  'payments',
  'links',
  'payouts',
  'refunds',
  'disputes',
  'webhooks',
  'testing',
  'errors',
];

/** A named code block, such as "```js pay". Blocks without a name do not exist in every language. */
interface Block {
  language: string;
  name: string;
  code: string;
}

function guideBlocks(): Block[] {
  return GUIDES.flatMap((guide) => {
    const text = readFileSync(join(PROJECT, `docs/guides/${guide}.md`), 'utf8');
    return [...text.matchAll(/^```(\w+) ([\w-]+)\n(.*?)^```/gms)].map(
      ([, language = '', name = '', code = '']) => ({ language, name, code }),
    );
  });
}

/** Code that runs the given files in turn and prints each file's name first. */
const RUNNERS: Readonly<Record<string, string>> = {
  js: 'for (const file of process.argv.slice(1)) { console.log("==", file); await import(process.cwd() + "/" + file); }',
  python:
    'import runpy, sys\nfor file in sys.argv[1:]:\n  print("==", file, flush=True)\n  runpy.run_path(file)',
  php: 'foreach (array_slice($argv, 1) as $file) { echo "== $file\\n"; require $file; }',
  sh: 'for file; do echo "== $file"; . "./$file"; echo; done',
};
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  js: ['--input-type=module', '--eval'],
  python: ['-c'],
  php: ['-r'],
  sh: ['-euc'],
};

/** @returns the output of each block by its name */
async function runBlocks(
  { language, pay }: Runtime,
  folder: string,
  blocks: readonly Omit<Block, 'language'>[],
): Promise<Map<string, string>> {
  const files = blocks.map(({ name, code }) => {
    const file = fileOf(language, name);
    writeFileSync(join(folder, file), code);
    return file;
  });
  const [program] = pay('');
  const runner = [...(OPTIONS[language] ?? []), RUNNERS[language] ?? ''];
  // A shell takes the first argument as its own name; for PHP and Node, `--` ends their own options.
  const behind = language === 'sh' ? ['sh'] : language === 'python' ? [] : ['--'];
  const { stdout } = await promisify(execFile)(program, [...runner, ...behind, ...files], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: folder },
  });
  const parts = stdout.split(/^== (.+)\n/m).slice(1);
  return new Map(
    files.map((file, index) => [blocks[index]?.name ?? '', parts[parts.indexOf(file) + 1] ?? '']),
  );
}

const run = promisify(execFile);

let running: RunningService;
let folder: string;

beforeAll(async () => {
  running = await startService();
  // No shop listens at the sandbox's default address, and trying to reach it takes time.
  const nowhere = { payin_url: null, payout_url: null, refund_url: null, dispute_url: null };
  await running.operator('webhooks configure', {
    merchant: running.sandbox.merchant_id,
    ...nowhere,
  });
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
  it('creates an order, and returns the same one when pasted again', async () => {
    const script = example('README.md', 'A first request', 'sh');
    const paste = async () => (await run(shell, ['-c', script], { cwd: folder })).stdout;
    const order = { reference_id: 'first-order', status: 'CREATED', amount: 12.5 };

    const first: unknown = JSON.parse(await paste());
    expect(first).toMatchObject(order);
    expect(JSON.parse(await paste())).toEqual(first);
  });
});

/** Returns whether a runtime is always installed: Node and a shell are. */
function isHere({ language }: Runtime) {
  return language === 'js' || language === 'sh';
}

describe('the guides', () => {
  describeGuides(PRESENT.filter(isHere));
});

describe('the guides, in languages that not every machine has', { tags: ['apart'] }, () => {
  const others = PRESENT.filter((runtime) => !isHere(runtime));
  if (others.length > 0) describeGuides(others);

  it.skip.each(ABSENT)('in $name are not tested: it is not installed', () => undefined);
});

function describeGuides(runtimes: readonly Runtime[]): void {
  let receiver: QuickStartReceiver;

  beforeAll(async () => {
    await copyFile(join(folder, '.data/sandbox.json'), join(folder, 'sandbox.json'));
    const receives = RECEIVERS.find(({ name }) => runtimes.some((each) => each.name === name));
    receiver = await startQuickStartReceiver(receives ?? RECEIVERS[0]!, folder);
    for (const { language } of runtimes) {
      writeBlock(folder, language, 'tollgate');
      writeBlock(folder, language, 'pay');
    }
  });
  afterAll(() => {
    receiver.stop();
  });

  it.each(runtimes)('in $name pay, and verify the webhook', async ({ language, pay }) => {
    const [program, ...args] = pay(writeBlock(folder, language, 'pay'));
    const env = { ...process.env, PORT: String(receiver.port) };
    const { stdout } = await run(program, args, { cwd: folder, env });
    // On a busy machine the answer may come before the acquirer's; the webhook tells the outcome.
    expect(stdout).toMatch(/(?:payin |"status":")(?:SUCCESS|IN_PROGRESS|PROCESS_PENDING)/);
    const prefix = language === 'js' ? 'node' : language === 'sh' ? 'curl' : language;
    await expect
      .poll(receiver.printed, { timeout: PATIENCE_MS })
      .toMatch(new RegExp(`order SUCCESS ${prefix}-[0-9a-f-]+`));
  });

  it.each(runtimes)('run the examples of the other guides in $name', async (runtime) => {
    const own = guideBlocks().filter(({ language }) => language === runtime.language);
    const blocks = own.filter(({ name }) => !QUICK_START.includes(name));
    // Pays a new payin, which is neither refunded nor disputed yet.
    await paidPayin(running, { amount: 50 });
    const printed = await runBlocks(runtime, folder, blocks);
    expect(Object.fromEntries(printed)).toEqual(
      Object.fromEntries(
        Object.entries(PRINTED).map(([name, text]) => [name, expect.stringMatching(text)]),
      ),
    );
  });

  it.each(runtimes)('say in $name why a request was refused', async ({ language, pay }) => {
    const samples = writeCall({ method: 'GET', path: '/api/v1/orders/payin/none' });
    const code = samples.find((sample) => sample.language === language)?.code ?? '';
    const file = join(folder, fileOf(language, 'refused-uncaught'));
    await writeFile(file, code);
    const [program, ...args] = pay(file);
    const ended = await run(program, args, { cwd: folder }).catch((error: unknown) => error);
    expect(JSON.stringify(ended)).toContain('VALIDATION_FAILED');
  });

  it.each(runtimes)(
    'run every example of the reference as pasted, in $name',
    async ({ language, pay }) => {
      const { orders, developer } = readDocuments(running.baseUrl);
      const operations = [...operationsIn(orders.paths), ...operationsIn(developer.paths)];
      for (const operation of operations) {
        const samples = writeCall(exampleOf(operation));
        const code = samples.find((sample) => sample.language === language)?.code ?? '';
        const file = join(folder, fileOf(language, 'reference'));
        await writeFile(file, code);
        const [program, ...args] = pay(file);
        const ended = await run(program, args, { cwd: folder }).catch(String);
        expect(JSON.stringify({ code, ended })).not.toMatch(/Error:|api\/v1\/problems#/);
      }
    },
  );
}

/** Blocks that have their own test, or that define the client used by the others. */
const QUICK_START = ['receiver', 'tollgate', 'pay'];

/** The expected output of the guides' examples, the same in every language. */
const PRINTED = {
  'create-order': /http:\/\/pay\.test\/pay\/[0-9a-f-]{36}/,
  link: /http:\/\/pay\.test\/link\/[\s\S]*open/,
  read: /11\.84[\s\S]*EUR/,
  payout: /81\.05/,
  refund: /SUCCESS[\s\S]*1/,
  dispute: /OPEN/,
  'send-again': /webhooks/,
  refused: /400 VALIDATION_FAILED|amount/,
};
